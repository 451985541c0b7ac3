import {
  assertNever,
  compileSchema,
  failed,
  fieldName,
  formRule,
  imitatedSentence,
  ok,
  type Para,
  paraFrom,
  pointerTo,
  printedRow,
  type RequestFault,
  type Result,
  type SchemaFault,
  type TaxLabel,
  TEXT,
  type TextRule,
} from '../../base/index.js';
import { DEFAULT_UNIT, GTIN, itemChangeSchema, newItemSchema } from './schema.js';
import { findTaxLabel, type LabelFault } from './taxLabel.js';

/**
 * The fields of a catalogue item that a caller may set. Texts are in printed form; a blank optional one counts as null.
 */
export interface ItemFields {
  readonly plu: string | null;
  readonly name: string;
  readonly unit: string;
  readonly price: Para;
  readonly label: string;
  readonly gtin: string | null;
  readonly category: string | null;
}

/** Only the fields that are to change. */
export type ItemChange = Partial<ItemFields & { readonly active: boolean }>;

/** A body that has passed the schemas: price in RSD, texts in NFC. */
interface ItemBody {
  readonly plu?: string | null;
  readonly name?: string;
  readonly unit?: string | null;
  readonly price?: number;
  readonly label?: string;
  readonly gtin?: string | null;
  readonly category?: string | null;
  readonly active?: boolean;
}

const checkNew = compileSchema<ItemBody & { readonly name: string; readonly label: string }>(newItemSchema);
const checkChange = compileSchema<ItemBody>(itemChangeSchema);

/** Validates the body of `POST /items`. Whether the PLU is free is not checked here. */
export function validateNewItem(body: unknown, active: readonly TaxLabel[]): Result<ItemFields, RequestFault> {
  const checked = checkNew(body);
  if (!checked.ok) return failed(formFault(checked.error));
  const { name, label } = checked.value;
  const known = findTaxLabel(active, label);
  if (!known.ok) return failed(labelFault(known.error));
  const sentence = imitatedSentence(name);
  if (sentence !== undefined) return failed(imitationFault(sentence));
  const defaults = { plu: null, unit: DEFAULT_UNIT, price: 0, gtin: null, category: null };
  return ok({ ...defaults, ...fieldsOf(checked.value), name: printedRow(name), label });
}

/** Validates the body of `PUT` and `PATCH /items/{id}` by the rules of creation; absent fields remain absent. */
export function validateItemChange(body: unknown, active: readonly TaxLabel[]): Result<ItemChange, RequestFault> {
  const checked = checkChange(body);
  if (!checked.ok) return failed(formFault(checked.error));
  const { name, label, active: isActive } = checked.value;
  if (label !== undefined) {
    const known = findTaxLabel(active, label);
    if (!known.ok) return failed(labelFault(known.error));
  }
  const sentence = name === undefined ? undefined : imitatedSentence(name);
  if (sentence !== undefined) return failed(imitationFault(sentence));
  return ok({
    ...fieldsOf(checked.value),
    ...(name !== undefined && { name: printedRow(name) }),
    ...(label !== undefined && { label }),
    ...(isActive !== undefined && { active: isActive }),
  });
}

function fieldsOf({ plu, unit, price, gtin, category }: ItemBody): Partial<ItemFields> {
  return {
    ...(plu !== undefined && { plu: textOrNone(plu) }),
    ...(unit !== undefined && { unit: textOrNone(unit) ?? DEFAULT_UNIT }),
    ...(price !== undefined && { price: paraFrom(price) }),
    ...(gtin !== undefined && { gtin }),
    ...(category !== undefined && { category: textOrNone(category) }),
  };
}

/** Forms send '' for an empty field. As a PLU it would belong to the first item that has it. */
function textOrNone(text: string | null): string | null {
  const row = printedRow(text ?? '').trim();
  return row === '' ? null : row;
}

function labelFault({ sent, meant, allowed }: LabelFault): RequestFault {
  const hint = meant === null ? '' : ` It is a Latin letter: send the Cyrillic "${meant}".`;
  return {
    rule: meant === null ? 'item.label-inactive' : 'item.label-latin',
    field: '/label',
    message: `label "${sent}" is not an active tax label.${hint} Allowed: ${allowed.join(', ') || 'none'}.`,
  };
}

/** No receipt could be sold with this name. */
function imitationFault(sentence: string): RequestFault {
  return {
    rule: 'item.text-imitates',
    field: '/name',
    message: `name holds "${sentence}", which only the processor may write on a receipt: remove these words.`,
  };
}

function formFault(fault: SchemaFault): RequestFault {
  return { rule: formRule(fault.rule), field: pointerTo(fault.path), message: messageFor(fault) };
}

function messageFor({ path, rule }: SchemaFault): string {
  const field = fieldName(path) || 'the body';
  switch (rule.keyword) {
    case 'required':
      return `${field} is required.`;
    case 'type':
      return `${field} must be ${rule.types.join(' or ')}.`;
    case 'maxLength':
      return `${field} may have at most ${rule.limit} characters.`;
    case 'minimum':
      return `${field} must be ${rule.limit} or more.`;
    case 'exclusiveMinimum':
      return `${field} must be more than ${rule.limit}.`;
    case 'maximum':
      return `${field} must be at most ${rule.limit}.`;
    case 'minItems':
      return `${field} must have at least ${rule.limit} entries.`;
    case 'maxItems':
      return `${field} may have at most ${rule.limit} entries.`;
    case 'enum':
      return `${field} must be one of ${rule.allowed.join(', ')}.`;
    case 'pattern':
      return `${field} ${PATTERN_MESSAGES[rule.pattern] ?? 'has a wrong form.'}`;
    case 'format':
      return `${field} ${FORMAT_MESSAGES[rule.format]}`;
    default:
      return assertNever(rule);
  }
}

const PATTERN_MESSAGES: Readonly<Record<string, string>> = {
  [TEXT]: 'holds a control character or half a character.',
  [GTIN]: 'must be 8 to 14 digits.',
};

const FORMAT_MESSAGES: Readonly<Record<TextRule | 'finite', string>> = {
  'not-blank': 'must not be blank.',
  'few-marks': 'has more than four accents on one letter.',
  'real-time': 'must be a time that exists.',
  'real-date': 'must be a day that exists.',
  'mail-address': 'must be one e-mail address.',
  finite: 'is a larger number than can be read.',
};
