import type { Bilingual } from '../../../../../base/index.js';

/** One member of a setting in a form. */
export interface FieldSpec {
  /** Name of the member. */
  readonly name: string;
  /** `secret`: never shown; unchanged when empty. `number or text`: a chat has a number or a name. */
  readonly kind: 'text' | 'number' | 'number or text' | 'switch' | 'choice' | 'secret';
  readonly label: Bilingual;
  readonly hint?: Bilingual;
  /** Options of a choice: value and text; a value of digits means a number. */
  readonly options?: readonly (readonly [value: string, words: Bilingual | string])[];
  /** The value while the member is absent; shown by the switch. */
  readonly usual?: boolean;
  /**
   * True when the member may be absent. An empty input or the usual state of a switch then removes it, and a secret can
   * be removed.
   */
  readonly isOptional?: boolean;
  /** For an address: the scheme to add to an input without one. */
  readonly scheme?: 'http' | 'https';
  /** Shown only on request. */
  readonly isRare?: boolean;
}

export type Members = Readonly<Record<string, unknown>>;
/** Content of the inputs. */
export type Draft = Readonly<Record<string, string | boolean>>;

/** Question of `settings.set`. */
interface Sent {
  readonly value: Members;
  /** Secrets that are unchanged. */
  readonly keep: readonly string[];
}

export function draftOf(fields: readonly FieldSpec[], value: Members): Draft {
  return Object.fromEntries(fields.map((field) => [field.name, shownValue(field, value[field.name])]));
}

function shownValue({ kind, options, usual = false }: FieldSpec, value: unknown): string | boolean {
  switch (kind) {
    case 'switch':
      return typeof value === 'boolean' ? value : usual;
    case 'secret':
      return '';
    case 'choice':
      return textOf(value) || (options?.[0]?.[0] ?? '');
    case 'text':
    case 'number':
    case 'number or text':
      return textOf(value);
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The value that the inputs represent. Text that is not a number is sent unchanged: the box reports the error. */
export function sentOf(fields: readonly FieldSpec[], draft: Draft, before: Members, removed: readonly string[]): Sent {
  const value: Record<string, unknown> = {};
  const keep: string[] = [];
  for (const field of fields) {
    const { name, kind, isOptional = false, usual = false } = field;
    const typed = draft[name] ?? shownValue(field, undefined);
    if (kind === 'secret' && typed === '') {
      if (before[name] !== undefined && !removed.includes(name)) keep.push(name);
      continue;
    }
    if (typeof typed === 'boolean') {
      // An earlier program, after a rollback, does not know a new member.
      if (!isOptional || typed !== usual) value[name] = typed;
    } else if (typed.trim() !== '' || !isOptional) value[name] = typedValue(field, typed.trim());
  }
  return { value, keep };
}

/**
 * The field of the wrong member in a form; a setting that is a single value has one field, `value`. A choice or switch
 * cannot be typed wrong.
 */
export function faultyField(fields: readonly FieldSpec[], path: string): FieldSpec | undefined {
  const [, member = 'value'] = path.split('/');
  return fields.find(({ name, kind }) => name === member && kind !== 'switch' && kind !== 'choice');
}

/** An address in the form that is sent. `192.168.1.20:7555`, as displayed by devices, is accepted too. */
export function withScheme(typed: string, scheme: 'http' | 'https'): string {
  return /^[\w.-]+(?::\d{1,5})?(?:\/\S*)?$/.test(typed) && /[.:]/.test(typed) ? `${scheme}://${typed}` : typed;
}

function typedValue({ kind, scheme }: FieldSpec, typed: string): unknown {
  if (scheme !== undefined) return withScheme(typed, scheme);
  const isNumber =
    kind === 'number' || kind === 'number or text'
      ? /^-?\d+(?:[.,]\d+)?$/.test(typed)
      : kind === 'choice' && /^\d+$/.test(typed);
  return isNumber ? Number(typed.replace(',', '.')) : typed;
}

/** Consequences of storing another kind of processor. */
interface ProcessorChange {
  /** The address that the box forgets. */
  readonly forgets: string | undefined;
  /** Number of receipts that wait for the processor and that the demo does not issue. */
  readonly standing: number;
}

/** `waiting`: number of receipts in the queue of this environment. */
export function processorChange(before: Members, { mode }: Draft, waiting: number): ProcessorChange {
  const { mode: former, url } = before;
  const isDemo = mode === 'demo' && former !== 'demo';
  return {
    forgets: isDemo && typeof url === 'string' ? url : undefined,
    standing: isDemo ? waiting : 0,
  };
}
