import { type ComponentChildren, Fragment, type JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type Fault, operate } from '../../net/http.js';
import { refreshSession } from '../../net/session.js';
import { Button } from '../../parts/button.js';
import { Form, Switch } from '../../parts/field.js';
import { Show } from '../../parts/load.js';
import { FaultNotice, messageOf, Notice } from '../../parts/notice.js';
import { useUnsaved } from '../../parts/unsaved.js';
import { useSettings } from '../../parts/useSettings.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { SETTINGS } from '../../text/settings.js';
import { FORMS } from '../../text/settingsForms.js';
import { type Draft, draftOf, faultyMember, type FieldSpec, type Members, sentenceAtField, sentOf } from './draft.js';
import { Fields } from './fields.js';

interface SettingFormProps {
  /** Of the setting. */
  readonly name: string;
  readonly title: string;
  /** Which members there are may depend on what was chosen. */
  readonly fields: (draft: Draft) => readonly FieldSpec[];
  /** Is the value one member and no object? Empty then is null. */
  readonly single?: 'text' | 'number' | 'switch' | 'choice';
  /** May it be switched off, as null? */
  readonly isNullable?: boolean;
  /** Is it alone on its screen, whose heading says what it is? */
  readonly isOnly?: boolean;
  readonly note?: string;
  /** What a person should know before this is stored. */
  readonly warning?: (before: Members, draft: Draft) => ComponentChildren;
  /** Called once the box has stored it. */
  readonly onSaved?: () => Promise<void>;
  /** What stands below: tests of what was saved. Told whether the setting is on. */
  readonly children?: (isOn: boolean) => ComponentChildren;
}

/** A setting as a form; the box checks what is sent, and says what is wrong with it. */
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

interface LoadedProps extends SettingFormProps {
  readonly value: unknown;
  readonly reload: () => Promise<void>;
}

function Loaded({
  name,
  title,
  fields,
  single,
  isNullable = false,
  value,
  children,
  warning,
  onSaved,
  reload,
}: LoadedProps): JSX.Element {
  const before: Members = single === undefined ? membersOf(value) : { value };
  const [typed, setTyped] = useState<Draft>({});
  const [isOn, setOn] = useState(!isNullable || value !== null);
  useEffect(() => setOn(!isNullable || value !== null), [value === null]);
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const [fault, setFault] = useState<Fault>();
  const [isSaved, setSaved] = useState(false);
  // What a test has found of the former value says nothing about the next.
  const [saves, setSaves] = useState(0);
  // Which members are shown depends on some of them: what was not typed is as it was stored.
  const stored = draftOf(fields(storedTexts(before)), before);
  const specs = fields({ ...stored, ...typed });
  const draft: Draft = { ...draftOf(specs, before), ...typed };
  const shown = draftOf(specs, before);
  const isChanged =
    isOn !== (!isNullable || value !== null) ||
    (isOn && (removed.length > 0 || specs.some((spec) => draft[spec.name] !== shown[spec.name])));
  useUnsaved(isChanged && !isSaved);
  const faulty = fault && isOn ? faultyField(name, specs, fault) : undefined;
  const change = (): void => {
    setSaved(false);
    setFault(undefined);
  };
  const save = async (): Promise<void> => {
    const sent = sentOf(specs, draft, before, removed);
    const whole = single === undefined ? sent.value : (sent.value['value'] ?? null);
    const ask = { name, value: isOn ? whole : null, keep: isOn ? sent.keep : [] };
    const reply = await operate('settings.set', ask);
    setFault(reply.ok ? undefined : reply.error);
    setSaved(reply.ok);
    if (!reply.ok) return;
    setSaves(saves + 1);
    // What the choice hides is forgotten by the box; whoever takes the choice back need not type it again.
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
      {isSaved && <Notice kind="success">{t(SETTINGS.saved)}</Notice>}
      <div class="actions">
        <Button kind="primary" type="submit">
          {t(COMMON.save)}
        </Button>
      </div>
      <Fragment key={saves}>{children?.(value !== null)}</Fragment>
    </Form>
  );
}

/** The field that a fault is about, and what it says there; undefined when it is about none. */
function faultyField(setting: string, specs: readonly FieldSpec[], fault: Fault) {
  const spec = faultyMember(setting, specs, fault.message);
  if (spec === undefined) return undefined;
  const { name, label } = spec;
  const quoted = t({ sr: `„${label.sr}”`, en: `“${label.en}”` });
  return { member: name, words: sentenceAtField(setting, name, quoted, messageOf(fault)) };
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
