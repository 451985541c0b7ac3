import type { ComponentChildren, JSX } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Language, LANGUAGES } from '../../../../base/bilingual.js';
import { COMMON } from '../text/common.js';
import { language, setLanguage, t } from '../text/language.js';
import type { Fault } from '../net/reply.js';
import { Button } from './button.js';
import { FaultNotice } from './notice.js';

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly type?: 'text' | 'password' | 'number' | 'email' | 'date' | 'datetime-local' | 'search' | 'tel' | 'url';
  /** A sentence below it. */
  readonly hint?: string | undefined;
  /** A likely mistake in a value that can still be sent; shown in place of the hint. */
  readonly warning?: string | undefined;
  /** The error of the value. */
  readonly fault?: string | undefined;
  readonly inputMode?: 'text' | 'numeric' | 'decimal' | 'email' | 'tel' | 'url' | 'search';
  readonly autoComplete?: string;
  readonly maxLength?: number;
  /** Seconds between the times that can be entered; default: whole minutes. */
  readonly step?: number;
  readonly required?: boolean;
  readonly autoFocus?: boolean;
  readonly placeholder?: string;
  readonly disabled?: boolean;
}

/** One input with its label above and its hint, warning or error below. */
export function Field({
  label,
  value,
  onInput,
  hint,
  warning,
  fault,
  type = 'text',
  autoComplete = 'off',
  ...more
}: FieldProps): JSX.Element {
  const id = useId();
  const shown = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    // Explicitly: a browser honours autofocus only for the first such element, or the one that a dialog opens with.
    if (more.autoFocus === true) shown.current?.focus();
  }, []);
  const note = fault ?? warning ?? hint;
  // The compiler distinguishes the kinds of inputs by a literal type.
  const input = {
    ...more,
    ...{ id, type, value, autocomplete: autoComplete },
    'aria-invalid': fault !== undefined,
    'aria-describedby': note === undefined ? undefined : `${id}-note`,
    onInput: (event: InputEvent & { readonly currentTarget: HTMLInputElement }) => onInput(event.currentTarget.value),
  } as JSX.IntrinsicElements['input'];
  return (
    <div class={fault === undefined ? 'field' : 'field faulty'}>
      <label for={id}>{label}</label>
      <input ref={shown} {...input} />
      {note !== undefined && (
        <p
          class={fault === undefined && warning !== undefined ? 'note warning' : 'note'}
          id={`${id}-note`}
          role={fault === undefined ? undefined : 'alert'}
        >
          {note}
        </p>
      )}
    </div>
  );
}

/** The text of an input, to spread into its field. */
type Typed = Pick<FieldProps, 'value' | 'onInput'>;

/**
 * The state of a field:
 *
 *     const name = useTyped('');
 *     return <Field label={t(USERS.name)} {...name} />;
 */
export function useTyped(initial: string): Typed {
  const [value, onInput] = useState(initial);
  return { value, onInput };
}

/** Names of the members of `D` that are texts. */
type TextMember<D> = { [M in keyof D]-?: D[M] extends string ? (string extends D[M] ? M : never) : never }[keyof D];

/**
 * The same for the members of a draft:
 *
 *     const typed = typedMembers(draft, (part) => setDraft({ ...draft, ...part }));
 *     return <Field label={t(ITEMS.name)} {...typed('name')} />;
 */
export function typedMembers<D>(draft: D, change: (part: Partial<D>) => void): (member: TextMember<D>) => Typed {
  return (member) => ({
    value: String(draft[member]),
    onInput: (text) => change({ [member]: text } as unknown as Partial<D>),
  });
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [value: T, label: string])[];
  readonly onChange: (value: T) => void;
  readonly hint?: string | undefined;
  readonly disabled?: boolean;
}

/** One of several values. */
export function Choice<T extends string>({
  label,
  value,
  options,
  onChange,
  hint,
  disabled,
}: ChoiceProps<T>): JSX.Element {
  const id = useId();
  const choose = (chosen: string): void => {
    const [known] = options.find(([one]) => one === chosen) ?? [];
    if (known !== undefined) onChange(known);
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} disabled={disabled} onChange={(event) => choose(event.currentTarget.value)}>
        {options.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
      {hint !== undefined && <p class="note">{hint}</p>}
    </div>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly hint?: string;
  readonly disabled?: boolean;
}

/** On or off. */
export function Switch({ label, checked, onChange, hint, disabled }: SwitchProps): JSX.Element {
  const id = useId();
  return (
    <div class="field switch">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <label for={id}>{label}</label>
      {hint !== undefined && <p class="note">{hint}</p>}
    </div>
  );
}

/** A form that is sent with Enter or its button; the browser does not submit it. */
export function Form({
  onSubmit,
  children,
  label,
}: {
  readonly onSubmit: () => unknown;
  readonly children: ComponentChildren;
  readonly label?: string;
}): JSX.Element {
  return (
    <form
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    >
      {children}
    </form>
  );
}

interface SubmitProps {
  readonly label: string;
  readonly kind?: 'primary' | 'plain' | 'danger';
  readonly class?: string;
  readonly disabled?: boolean;
  /** The fault of the last attempt, shown above the button. */
  readonly fault?: Fault | undefined;
  /** Buttons before it. */
  readonly children?: ComponentChildren;
}

/** The end of a form: the button that sends it, and what the last attempt failed with. */
export function Submit({ label, kind = 'primary', fault, children, ...button }: SubmitProps): JSX.Element {
  return (
    <>
      <FaultNotice fault={fault} />
      <div class="actions">
        {children}
        <Button kind={kind} type="submit" {...button} text={label} />
      </div>
    </>
  );
}

const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { 'sr-Cyrl': 'Ћир', 'sr-Latn': 'Lat', en: 'Eng' };

/** The languages of the pages, by their own names. */
export function LanguageChoice(): JSX.Element {
  return (
    <div class="languages" role="group" aria-label={t(COMMON.language)}>
      {LANGUAGES.map((one) => (
        <Button
          key={one}
          kind="link"
          pressed={language.value === one}
          text={LANGUAGE_NAMES[one]}
          onClick={() => setLanguage(one)}
        />
      ))}
    </div>
  );
}
