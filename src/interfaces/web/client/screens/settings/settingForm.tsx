import { type ComponentChildren, Fragment, type JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { operate } from '../../net/http.js';
import type { Fault } from '../../net/reply.js';
import { refreshSession } from '../../net/session.js';
import { Form, Submit, Switch } from '../../components/field.js';
import { Show, useSettings } from '../../components/load.js';
import { FaultNotice, Notice, useFault } from '../../components/notice.js';
import { useUnsaved } from '../../components/dialog.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { FORMS } from '../../text/settingsForms.js';
import { type Draft, draftOf, faultyField, type FieldSpec, type Members, sentOf } from './draft.js';
import { Fields } from './fields.js';

interface SettingFormProps {
  /** Name of the setting. */
  readonly name: string;
  readonly title: string;
  /** The members may depend on choices in the form. */
  readonly fields: (draft: Draft) => readonly FieldSpec[];
  /** True when it is a single value instead of an object; its field is `value`. An empty value means null. */
  readonly isSingle?: boolean;
  /** True when it may be switched off, as null. */
  readonly isNullable?: boolean;
  /** True when it is the only form of its screen, whose heading names it. */
  readonly isOnly?: boolean;
  readonly note?: string;
  /** Warning before the value is stored. */
  readonly warning?: (before: Members, draft: Draft) => ComponentChildren;
  /** Called once the box has stored it. */
  readonly onSaved?: () => Promise<void>;
  /** Content below the form: tests of the saved setting. The argument is true when the setting is on. */
  readonly children?: (isOn: boolean) => ComponentChildren;
}

/** A setting as a form. The box validates the value and reports errors. */
export function SettingForm(props: SettingFormProps): JSX.Element {
  const { name, title } = props;
  const loaded = useSettings(name);
  return (
    <section class="card">
      {props.isOnly !== true && <h2>{title}</h2>}
      {props.note !== undefined && <p class="muted">{props.note}</p>}
      <Show loaded={loaded}>
        {(shown) => <Loaded key={name} value={shown[name]} reload={loaded.reload} {...props} />}
      </Show>
    </section>
  );
}

interface SingleSettingProps extends Omit<FieldSpec, 'name'> {
  readonly name: string;
  readonly title: string;
}

/** A setting that is a single value. */
export function SingleSetting({ name, title, ...field }: SingleSettingProps): JSX.Element {
  return <SettingForm name={name} title={title} isSingle fields={() => [{ ...field, name: 'value' }]} />;
}

interface LoadedProps extends SettingFormProps {
  readonly value: unknown;
  readonly reload: () => Promise<void>;
}

function Loaded({
  name,
  title,
  fields,
  isSingle = false,
  isNullable = false,
  value,
  children,
  warning,
  onSaved,
  reload,
}: LoadedProps): JSX.Element {
  const before: Members = isSingle ? { value } : membersOf(value);
  const [typed, setTyped] = useState<Draft>({});
  const [isOn, setOn] = useState(!isNullable || value !== null);
  useEffect(() => setOn(!isNullable || value !== null), [value === null]);
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const [fault, checked, setFault] = useFault();
  const [isSaved, setSaved] = useState(false);
  // The result of a test of the former value does not apply to the next one.
  const [saves, setSaves] = useState(0);
  // Some members determine which others are shown. Members that were not typed have their stored value.
  const stored = draftOf(fields(storedTexts(before)), before);
  const specs = fields({ ...stored, ...typed });
  const draft: Draft = { ...draftOf(specs, before), ...typed };
  const shown = draftOf(specs, before);
  const isChanged =
    isOn !== (!isNullable || value !== null) ||
    (isOn && (removed.length > 0 || specs.some((spec) => draft[spec.name] !== shown[spec.name])));
  useUnsaved(isChanged && !isSaved);
  const faulty = fault && isOn ? faultAtField(specs, fault) : undefined;
  const change = (): void => {
    setSaved(false);
    setFault(undefined);
  };
  const save = async (): Promise<void> => {
    const sent = sentOf(specs, draft, before, removed);
    const whole = isSingle ? (sent.value['value'] ?? null) : sent.value;
    const ask = { name, value: isOn ? whole : null, keep: isOn ? sent.keep : [] };
    const reply = checked(await operate('settings.set', ask));
    setSaved(reply.ok);
    if (!reply.ok) return;
    setSaves(saves + 1);
    // The box forgets members that the choice hides. They remain in the form, so that a person who undoes the choice
    // need not type them again.
    setTyped(hiddenTexts(stored, specs));
    setRemoved([]);
    await refreshSession();
    await reload();
    await onSaved?.();
  };
  return (
    <Form onSubmit={save} label={title}>
      {isNullable && (
        <Switch
          label={t(FORMS.on)}
          checked={isOn}
          onChange={(on) => {
            change();
            setOn(on);
          }}
        />
      )}
      {isOn && (
        <Fields
          fields={specs}
          draft={draft}
          before={before}
          removed={removed}
          fault={faulty}
          onRemoved={(names) => {
            change();
            setRemoved(names);
          }}
          onChange={(member, next) => {
            change();
            setTyped({ ...typed, [member]: next });
          }}
        />
      )}
      {faulty === undefined && <FaultNotice fault={fault} />}
      {warning?.(before, draft)}
      {!isOn && value !== null && <Notice kind="warning">{t(FORMS.offForgets)}</Notice>}
      {isSaved && <Notice kind="success">{t(COMMON.saved)}</Notice>}
      <Submit label={t(COMMON.save)} />
      <Fragment key={saves}>{children?.(value !== null)}</Fragment>
    </Form>
  );
}

/** The field and the text of a fault; undefined when it is about no field. */
function faultAtField(specs: readonly FieldSpec[], { wrongMember }: Fault) {
  if (wrongMember === undefined) return undefined;
  const spec = faultyField(specs, wrongMember.path);
  if (spec === undefined) return undefined;
  const { name, label } = spec;
  const quoted = t({ sr: `„${label.sr}”`, en: `“${label.en}”` });
  return { member: name, words: t(wrongMember.message, { label: quoted }) };
}

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function storedTexts(before: Members): Draft {
  const texts = Object.entries(before).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(texts);
}

/** Stored texts that no field shows any more. */
function hiddenTexts(stored: Draft, specs: readonly FieldSpec[]): Draft {
  const hidden = Object.entries(stored).filter(
    ([name, text]) => text !== '' && !specs.some((one) => one.name === name),
  );
  return Object.fromEntries(hidden);
}
