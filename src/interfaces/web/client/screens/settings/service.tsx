import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { operate } from '../../net/http.js';
import type { Fault } from '../../net/reply.js';
import { awaitRestart, isRestarting } from '../../net/session.js';
import { Button } from '../../components/button.js';
import { Confirm } from '../../components/dialog.js';
import { Show, useLoaded } from '../../components/load.js';
import { FaultNotice, Notice } from '../../components/notice.js';
import { t } from '../../text/language.js';
import { SETTINGS } from '../../text/settings.js';

/** The program itself: remote support, safe mode, restart. */
export function ServiceSettings(): JSX.Element {
  return (
    <>
      <section class="card">
        <h2>{t(SETTINGS.supportBundle)}</h2>
        <p>{t(SETTINGS.supportHint)}</p>
        <a class="button" href="/web/support-bundle" download>
          {t(SETTINGS.supportBundle)}
        </a>
      </section>
      <SafeMode />
      <Restart />
    </>
  );
}

function SafeMode(): JSX.Element {
  const loaded = useLoaded(() => operate('safe-mode.show', {}));
  const [fault, setFault] = useState<Fault>();
  const leave = async (): Promise<void> => {
    const reply = await operate('safe-mode.leave', {});
    setFault(reply.ok ? undefined : reply.error);
    await loaded.reload();
  };
  return (
    <section class="card">
      <h2>{t(SETTINGS.safeMode)}</h2>
      <Show loaded={loaded}>
        {(state) =>
          state === null ? (
            <p>{t(SETTINGS.safeModeOff)}</p>
          ) : (
            <>
              <Notice kind="warning">{t(SETTINGS.safeModeOn, { since: state.since, reason: state.reason })}</Notice>
              <Button onClick={leave}>{t(SETTINGS.leaveSafeMode)}</Button>
            </>
          )
        }
      </Show>
      <FaultNotice fault={fault} />
    </section>
  );
}

function Restart(): JSX.Element {
  const loaded = useLoaded(() => operate('service.show', {}));
  const [isAsked, setAsked] = useState(false);
  const [fault, setFault] = useState<Fault>();
  const restart = async (): Promise<void> => {
    const reply = await operate('service.restart', {});
    setAsked(false);
    setFault(reply.ok ? undefined : reply.error);
    if (reply.ok) void awaitRestart();
  };
  return (
    <section class="card">
      <h2>{t(SETTINGS.restart)}</h2>
      <Show loaded={loaded}>
        {({ version, canRestart }) => (
          <>
            <p>{t(SETTINGS.version, { version })}</p>
            {isRestarting.value ? (
              <Notice kind="info">{t(SETTINGS.restarting)}</Notice>
            ) : canRestart ? (
              <Button onClick={() => setAsked(true)}>{t(SETTINGS.restart)}</Button>
            ) : (
              <p class="muted">{t(SETTINGS.noManager)}</p>
            )}
          </>
        )}
      </Show>
      <FaultNotice fault={fault} />
      {isAsked && (
        <Confirm
          title={t(SETTINGS.restart)}
          question={t(SETTINGS.restartQuestion)}
          action={t(SETTINGS.restart)}
          onConfirm={restart}
          onClose={() => setAsked(false)}
        />
      )}
    </section>
  );
}
