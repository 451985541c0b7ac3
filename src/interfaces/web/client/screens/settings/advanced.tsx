import type { JSX } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { operate } from '../../net/http.js';
import { refreshSession } from '../../net/session.js';
import { Choice, Form, Submit } from '../../components/field.js';
import { Show, useSettings } from '../../components/load.js';
import { FaultNotice, Notice, useFault } from '../../components/notice.js';
import { useUnsaved } from '../../components/dialog.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { SETTINGS } from '../../text/settings.js';

/** Every setting in the form of the command line. */
export function AdvancedSettings(): JSX.Element {
  const loaded = useSettings();
  const [name, setName] = useState('company');
  return (
    <section class="card">
      <Notice kind="warning">{t(SETTINGS.advancedWarning)}</Notice>
      <Show loaded={loaded}>
        {(all) => (
          <>
            <Choice
              label={t(SETTINGS.setting)}
              value={name}
              options={Object.keys(all).map((one) => [one, one] as const)}
              onChange={setName}
            />
            <Raw key={name} name={name} value={all[name]} reload={loaded.reload} />
          </>
        )}
      </Show>
    </section>
  );
}

interface RawProps {
  readonly name: string;
  readonly value: unknown;
  readonly reload: () => Promise<void>;
}

function Raw({ name, value, reload }: RawProps): JSX.Element {
  const id = useId();
  const stored = JSON.stringify(value, null, 2);
  const [typed, setText] = useState<string>();
  const text = typed ?? stored;
  const [fault, checked] = useFault();
  const [outcome, setOutcome] = useState<'saved' | 'not JSON'>();
  useUnsaved(outcome !== 'saved' && text !== stored);
  // The saved text is now the stored one; another device may store a different one later.
  useEffect(() => {
    if (outcome === 'saved') setText(undefined);
  }, [stored]);
  const save = async (): Promise<void> => {
    let parsed: unknown;
    try {
      parsed = JSON.parse(text);
    } catch {
      setOutcome('not JSON');
      return;
    }
    const reply = checked(await operate('settings.set', { name, value: parsed }));
    setOutcome(reply.ok ? 'saved' : undefined);
    await refreshSession();
    await reload();
  };
  return (
    <Form onSubmit={save} label={name}>
      <div class="field">
        <label for={id}>{t(SETTINGS.value)}</label>
        <textarea
          id={id}
          class="json"
          rows={14}
          spellcheck={false}
          value={text}
          onInput={(event) => {
            setOutcome(undefined);
            setText(event.currentTarget.value);
          }}
        />
      </div>
      <FaultNotice fault={fault} />
      {outcome === 'not JSON' && <Notice kind="failure">{t(SETTINGS.notJson)}</Notice>}
      {outcome === 'saved' && <Notice kind="success">{t(COMMON.saved)}</Notice>}
      <Submit label={t(COMMON.save)} />
    </Form>
  );
}
