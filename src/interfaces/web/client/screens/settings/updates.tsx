import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { OFFLINE, operate } from '../../net/http.js';
import { Button } from '../../components/button.js';
import { Field, Form, useTyped } from '../../components/field.js';
import { FileButton } from '../../components/fileButton.js';
import { type Loaded, Show, useLoaded } from '../../components/load.js';
import { FaultNotice, Notice, useFault } from '../../components/notice.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { UPDATES } from '../../text/updates.js';
import { Bar, Outcome, Phase, sendUpdate, type Sent, type ShownUpdate, Sticks, Version } from './updateState.js';

/** How often the box is asked for the progress of an update, ms. */
const PACE = 2000;

type Source = Parameters<typeof operate<'update.install'>>[1];

/** The running version, how the last update ended, and a form for a new one. */
export function UpdateSettings(): JSX.Element {
  const loaded = useLoaded((signal) => operate('update.status', {}, signal));
  useEffect(() => {
    // Only when the last answer has arrived: a new request cancels the previous one.
    if (loaded.value === undefined && loaded.fault === undefined) return;
    const timer = setTimeout(() => void loaded.reload(), PACE);
    return () => clearTimeout(timer);
  }, [loaded.reload, loaded.value, loaded.fault]);
  return (
    <Show loaded={loaded}>
      {(state) =>
        state.isOnImage ? (
          <OnImage state={state} reload={loaded.reload} />
        ) : (
          <section class="card">
            <h2>{t(UPDATES.runs, { version: state.version })}</h2>
            <p>{t(UPDATES.notOnImage)}</p>
          </section>
        )
      }
    </Show>
  );
}

function OnImage({
  state,
  reload,
}: {
  readonly state: ShownUpdate;
  readonly reload: Loaded<unknown>['reload'];
}): JSX.Element {
  const [sent, setSent] = useState<Sent>();
  const [fault, checked, setFault] = useFault();
  const sending = useRef<AbortController | null>(null);
  useEffect(() => () => sending.current?.abort(), []);

  const install = async (source: Source): Promise<void> => {
    setFault(undefined);
    const reply = await operate('update.install', source);
    // The box continues alone, and its state shows the progress.
    setFault(reply.ok || reply.error.code === OFFLINE.code ? undefined : reply.error);
    await reload();
  };
  const send = async (file: File): Promise<void> => {
    const given = new AbortController();
    sending.current = given;
    setFault(undefined);
    const reply = await sendUpdate(file, setSent, given.signal);
    setSent(undefined);
    if (reply?.ok === true) return install({ waiting: true });
    setFault(reply?.error);
  };
  const seen = async (): Promise<void> => {
    checked(await operate('update.acknowledge', {}));
    await reload();
  };
  return (
    <>
      <section class="card">
        <Version state={state} />
        {/* During an update it would be mistaken for the outcome of that update. */}
        {state.outcome !== null && state.phase === 'idle' && (
          <Outcome outcome={state.outcome} isUnseen={state.needsNotice} onSeen={seen} />
        )}
        {sent === undefined && <Phase state={state} />}
        <FaultNotice fault={fault} />
      </section>
      {(sent !== undefined || mayBeSent(state)) && (
        <section class="card">
          <h2>{t(UPDATES.fromTablet)}</h2>
          {sent === undefined ? <p>{t(UPDATES.fromTabletHint)}</p> : <Sending sent={sent} />}
          {sent === undefined ? (
            <FileButton label={t(UPDATES.choose)} accept=".raucb" onFile={send} />
          ) : (
            <Button text={t(COMMON.cancel)} onClick={() => sending.current?.abort()} />
          )}
        </section>
      )}
      {sent === undefined && state.phase === 'idle' && (
        <>
          {state.isBundleWaiting && (
            <section class="card">
              <p>{t(UPDATES.waiting)}</p>
              <Button text={t(UPDATES.install)} onClick={() => install({ waiting: true })} />
            </section>
          )}
          <Sticks install={(path) => install({ path })} />
          <FromAddress install={install} />
          <p class="muted">{t(UPDATES.once)}</p>
        </>
      )}
    </>
  );
}

/** True when a file can be sent. An abandoned upload is started again. */
function mayBeSent({ phase }: ShownUpdate): boolean {
  return phase === 'idle' || phase === 'receiving';
}

function Sending({ sent: { percent, isAway } }: { readonly sent: Sent }): JSX.Element {
  const words = t(UPDATES.sending, { percent });
  return (
    <>
      <p>{words}</p>
      <Bar percent={percent} label={words} />
      {isAway && <Notice kind="warning">{t(UPDATES.sendingAway)}</Notice>}
    </>
  );
}

function FromAddress({ install }: { readonly install: (source: Source) => Promise<void> }): JSX.Element {
  const url = useTyped('');
  const [isBusy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    setBusy(true);
    await install({ url: url.value.trim() });
    setBusy(false);
  };
  return (
    <section class="card">
      <h2>{t(UPDATES.fromAddress)}</h2>
      <Form onSubmit={submit}>
        <Field label={t(UPDATES.address)} type="url" {...url} hint={t(UPDATES.addressHint)} />
        <Button type="submit" disabled={isBusy || url.value.trim() === ''} text={t(UPDATES.fetch)} />
      </Form>
    </section>
  );
}
