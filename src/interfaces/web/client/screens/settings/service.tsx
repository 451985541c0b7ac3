import type { JSX } from 'preact';
import { operate } from '../../net/http.js';
import { awaitRestart, isRestarting } from '../../net/session.js';
import { Button, LinkButton } from '../../components/button.js';
import { ConfirmButton } from '../../components/dialog.js';
import { Show, useLoaded } from '../../components/load.js';
import { FaultNotice, Notice, useFault } from '../../components/notice.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { SETTINGS } from '../../text/settings.js';

/** The program itself: remote support, safe mode, restart. */
export function ServiceSettings(): JSX.Element {
  return (
    <>
      <section class="card">
        <h2>{t(SETTINGS.supportBundle)}</h2>
        <p>{t(SETTINGS.supportHint)}</p>
        <LinkButton text={t(SETTINGS.supportBundle)} href="/web/support-bundle" isDownload />
      </section>
      <SafeMode />
      <Restart />
    </>
  );
}

function SafeMode(): JSX.Element {
  const loaded = useLoaded(() => operate('safe-mode.show', {}));
  const [fault, checked] = useFault();
  const leave = async (): Promise<void> => {
    checked(await operate('safe-mode.leave', {}));
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
              <Button text={t(COMMON.leaveSafeMode)} onClick={leave} />
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
  const [fault, checked] = useFault();
  const restart = async (): Promise<void> => {
    const reply = checked(await operate('service.restart', {}));
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
              <ConfirmButton text={t(SETTINGS.restart)} question={t(SETTINGS.restartQuestion)} onConfirm={restart} />
            ) : (
              <p class="muted">{t(SETTINGS.noManager)}</p>
            )}
          </>
        )}
      </Show>
      <FaultNotice fault={fault} />
    </section>
  );
}
