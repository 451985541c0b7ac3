import type { JSX } from 'preact';
import type { KeyRow } from '../../../../admin/index.js';
import type { CheckResult } from '../../../../health/index.js';
import { useIdentity } from '../../parts/aboutBox.js';
import { EnterPin } from '../../card/enterPin.js';
import { ToCard } from '../../card/toCard.js';
import { operate } from '../../net/http.js';
import { session, user } from '../../net/session.js';
import { Button } from '../../parts/button.js';
import { useLoaded } from '../../parts/load.js';
import { t } from '../../text/language.js';
import { QUEUE } from '../../text/queue.js';
import { STATUS } from '../../text/status.js';
import { Act } from '../../parts/act.js';
import { PrinterTests } from './printers.js';

interface NextActionProps {
  readonly check: CheckResult;
  /** Called after an action, because the checks may have changed. */
  readonly onChanged: () => unknown;
}

/** The card waits for its PIN, or the last PIN was wrong. */
const PIN_NEEDED = /\bcode (?:1500|2100)\b/;

/** The next action for a finding, if the page can do it; nothing otherwise. */
export function NextAction({ check, onChanged }: NextActionProps): JSX.Element | null {
  switch (check.name) {
    case 'safe-mode':
      return (
        <Act act={() => operate('safe-mode.leave', {})} onDone={onChanged}>
          {t(STATUS.leaveSafeMode)}
        </Act>
      );
    case 'printer':
    case 'paper':
      return <PrinterTests onChanged={onChanged} />;
    case 'pfr':
      return PIN_NEEDED.test(check.proof?.en ?? '') ? (
        <EnterPin onDone={onChanged} />
      ) : (
        <Act act={() => operate('pfr.status', {})} say={({ words }) => t(words)} onDone={onChanged}>
          {t(STATUS.askProcessor)}
        </Act>
      );
    case 'pfr-test':
      return <TestProcessor onChanged={onChanged} />;
    case 'key-address':
      return <KeysToAccept isMeant={({ newAddresses }) => newAddresses.length > 0} onChanged={onChanged} />;
    case 'key-refunds':
      return <KeysToAccept isMeant={({ lastDay }) => lastDay.isUnusual} onChanged={onChanged} />;
    case 'approval':
      return <ConfirmApproval onChanged={onChanged} />;
    case 'authority':
      return (
        <Act act={() => operate('certificate.renew-ca', {})} question={t(STATUS.renewCaAsk)} onDone={onChanged}>
          {t(STATUS.renewCa)}
        </Act>
      );
    case 'settling':
      return <To section="doubt">{t(STATUS.decide)}</To>;
    case 'queue':
      return <To section="queue">{t(QUEUE.title)}</To>;
    case 'card':
      return <ToCard />;
    case 'backup':
    case 'company':
    case 'keys':
    case 'notify':
      return <ToSettings page={check.name} />;
    case 'pfr-certificate':
      return <ToSettings page="certificates" />;
    case 'pfr-transport':
      return <ToSettings page="processor" />;
    case 'flash-budget':
      return <ToSettings page="advanced" />;
    case 'fiscal':
    case 'labels':
    case 'secrets':
      return <ToSettings />;
    default:
      return null;
  }
}

function TestProcessor({ onChanged }: Pick<NextActionProps, 'onChanged'>): JSX.Element | null {
  const { value } = session;
  if (value.state !== 'signed-in') return null;
  const { environment } = value.box;
  return (
    <Act act={() => operate('pfr.test', { environment })} question={t(STATUS.testProcessorAsk)} onDone={onChanged}>
      {t(STATUS.testProcessor)}
    </Act>
  );
}

/** Confirms the number that is shown, and no other. */
function ConfirmApproval({ onChanged }: Pick<NextActionProps, 'onChanged'>): JSX.Element | null {
  const esirNumber = useIdentity().value?.esirNumber;
  if (esirNumber === undefined) return null;
  return (
    <Act act={() => operate('esir.accept', { esirNumber })} onDone={onChanged}>
      {t(STATUS.approvalCovers, { esirNumber })}
    </Act>
  );
}

/** Only the owner knows whether this use of a key is permitted. */
function KeysToAccept(props: {
  readonly isMeant: (key: KeyRow) => boolean;
  readonly onChanged: () => unknown;
}): JSX.Element | null {
  return user.value?.role === 'owner' ? <OwnersKeys {...props} /> : null;
}

function OwnersKeys({
  isMeant,
  onChanged,
}: {
  readonly isMeant: (key: KeyRow) => boolean;
  readonly onChanged: () => unknown;
}): JSX.Element {
  const keys = useLoaded(() => operate('keys.list', {}));
  return (
    <>
      {keys.value
        ?.filter((key) => key.revokedAt === null && isMeant(key))
        .map(({ id, label }) => (
          <Act key={id} act={() => operate('keys.accept', { id })} onDone={onChanged}>
            {t(STATUS.accept, { name: label })}
          </Act>
        ))}
    </>
  );
}

/** Link to a page of the settings; without `page` to their list. */
function ToSettings({ page }: { readonly page?: string }): JSX.Element {
  return (
    <a class="button" href={page === undefined ? '#/settings' : `#/settings/${page}`}>
      {t(STATUS.toSettings)}
    </a>
  );
}

function To({ section, children }: { readonly section: string; readonly children: string }): JSX.Element {
  return <Button onClick={() => document.getElementById(section)?.scrollIntoView()}>{children}</Button>;
}
