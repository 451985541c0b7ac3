import type { JSX } from 'preact';
import type { Bilingual } from '../../../../../base/index.js';
import { Choice, Field, Switch } from '../../components/field.js';
import { t } from '../../text/language.js';
import { SETTINGS } from '../../text/settings.js';
import type { Draft, FieldSpec, Members } from './draft.js';

interface FieldsProps {
  readonly fields: readonly FieldSpec[];
  readonly draft: Draft;
  /** The current value; for secrets, whether they are set. */
  readonly before: Members;
  readonly removed: readonly string[];
  /** The box's error about one of them. */
  readonly fault?: { readonly member: string; readonly words: string } | undefined;
  readonly onChange: (name: string, value: string | boolean) => void;
  readonly onRemoved: (removed: readonly string[]) => void;
}

/** The inputs of a form; rare ones are below a heading that expands. */
export function Fields({ fields, ...props }: FieldsProps): JSX.Element {
  const faulty = props.fault?.member;
  const rare = fields.filter(({ isRare }) => isRare === true);
  const usual = fields.filter((field) => !rare.includes(field));
  const input = (field: FieldSpec): JSX.Element => <Input key={field.name} field={field} {...props} />;
  return (
    <>
      {usual.map(input)}
      {rare.length > 0 && (
        <details open={rare.some(({ name }) => name === faulty)}>
          <summary>{t(SETTINGS.more)}</summary>
          {rare.map(input)}
        </details>
      )}
    </>
  );
}

function Input({ field, ...props }: Omit<FieldsProps, 'fields'> & { readonly field: FieldSpec }): JSX.Element {
  const { name, kind, options = [] } = field;
  const { draft, onChange } = props;
  const value = draft[name] ?? '';
  const [label, hint] = [t(field.label), field.hint === undefined ? undefined : t(field.hint)];
  const change = (next: string | boolean): void => onChange(name, next);
  const fault = props.fault?.member === name ? props.fault.words : undefined;
  switch (kind) {
    case 'switch':
      return <Switch label={label} checked={value === true} onChange={change} {...(hint !== undefined && { hint })} />;
    case 'choice':
      return (
        <Choice
          label={label}
          value={String(value)}
          options={options.map(([one, words]) => [one, wordsOf(words)] as const)}
          onChange={change}
          {...(hint !== undefined && { hint })}
        />
      );
    case 'secret':
      return <Secret field={field} {...props} />;
    case 'text':
    case 'number':
    case 'number or text':
      return (
        <Field
          label={label}
          value={String(value)}
          onInput={change}
          inputMode={kind === 'number' ? 'decimal' : 'text'}
          hint={hint}
          fault={fault}
        />
      );
  }
}

function Secret({
  field,
  draft,
  before,
  removed,
  fault,
  onChange,
  onRemoved,
}: Omit<FieldsProps, 'fields'> & { readonly field: FieldSpec }): JSX.Element {
  const { name, label, isOptional = false } = field;
  const isSet = before[name] !== undefined;
  const isRemoved = removed.includes(name);
  return (
    <>
      <Field
        label={t(label)}
        type="password"
        autoComplete="new-password"
        value={String(draft[name] ?? '')}
        disabled={isRemoved}
        onInput={(typed) => onChange(name, typed)}
        fault={fault?.member === name ? fault.words : undefined}
        hint={t(isSet ? SETTINGS.isSet : SETTINGS.notSet)}
      />
      {isSet && isOptional && (
        <Switch
          label={t(SETTINGS.removeSecret, { label: t(label) })}
          checked={isRemoved}
          onChange={(on) => onRemoved(on ? [...removed, name] : removed.filter((one) => one !== name))}
        />
      )}
    </>
  );
}

function wordsOf(words: Bilingual | string): string {
  return typeof words === 'string' ? words : t(words);
}
