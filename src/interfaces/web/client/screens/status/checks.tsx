import type { JSX } from 'preact';
import type { KeyRow } from '../../../../admin/index.js';
import type { CheckResult } from '../../../../health/index.js';
import { ToCard } from '../../card/cardFacts.js';
import { EnterPin } from '../../card/enterPin.js';
import { operate } from '../../net/http.js';
import { box, user } from '../../net/session.js';
import { useIdentity } from '../../components/aboutBox.js';
import { Act } from '../../components/act.js';
import { Button, Icon, LinkButton } from '../../components/button.js';
import { useLoaded } from '../../components/load.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { QUEUE, STATUS } from '../../text/status.js';
import { PrinterTests } from './printers.js';

interface NextActionProps {
  readonly check: CheckResult;
  /** Called after an action, because the checks may have changed. */
  readonly onChanged: () => unknown;
}

/** The card waits for its PIN, or the last PIN was wrong. */
const PIN_NEEDED = /\bcode (?:1500|2100)\b/;

/** The next action for a finding, if the page can do it; nothing otherwise. */
function NextAction({ check, onChanged }: NextActionProps): JSX.Element | null {
  switch (check.name) {
    case 'safe-mode':
      return <Act text={t(COMMON.leaveSafeMode)} act={() => operate('safe-mode.leave', {})} onDone={onChanged} />;
    case 'printer':
    case 'paper':
      return <PrinterTests onChanged={onChanged} />;
    case 'pfr':
      return PIN_NEEDED.test(check.proof?.en ?? '') ? (
        <EnterPin onDone={onChanged} />
      ) : (
        <Act
          text={t(STATUS.askProcessor)}
          act={() => operate('pfr.status', {})}
          say={({ words }) => t(words)}
          onDone={onChanged}
        />
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
        <Act
          text={t(STATUS.renewCa)}
          act={() => operate('certificate.renew-ca', {})}
          question={t(STATUS.renewCaAsk)}
          onDone={onChanged}
        />
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
  if (box.value === undefined) return null;
  const { environment } = box.value;
  return (
    <Act
      text={t(COMMON.testProcessor)}
      act={() => operate('pfr.test', { environment })}
      question={t(STATUS.testProcessorAsk)}
      onDone={onChanged}
    />
  );
}

/** Confirms the number that is shown, and no other. */
function ConfirmApproval({ onChanged }: Pick<NextActionProps, 'onChanged'>): JSX.Element | null {
  const esirNumber = useIdentity().value?.esirNumber;
  if (esirNumber === undefined) return null;
  return (
    <Act
      text={t(STATUS.approvalCovers, { esirNumber })}
      act={() => operate('esir.accept', { esirNumber })}
      onDone={onChanged}
    />
  );
}

interface KeysToAcceptProps extends Pick<NextActionProps, 'onChanged'> {
  readonly isMeant: (key: KeyRow) => boolean;
}

/** Only the owner knows whether this use of a key is permitted. */
function KeysToAccept(props: KeysToAcceptProps): JSX.Element | null {
  return user.value?.role === 'owner' ? <OwnersKeys {...props} /> : null;
}

function OwnersKeys({ isMeant, onChanged }: KeysToAcceptProps): JSX.Element {
  const keys = useLoaded(() => operate('keys.list', {}));
  return (
    <>
      {keys.value
        ?.filter((key) => key.revokedAt === null && isMeant(key))
        .map(({ id, label }) => (
          <Act
            key={id}
            text={t(STATUS.accept, { name: label })}
            act={() => operate('keys.accept', { id })}
            onDone={onChanged}
          />
        ))}
    </>
  );
}

/** Link to a page of the settings; without `page` to their list. */
function ToSettings({ page }: { readonly page?: string }): JSX.Element {
  return <LinkButton text={t(STATUS.toSettings)} href={page === undefined ? '#/settings' : `#/settings/${page}`} />;
}

function To({ section, children }: { readonly section: string; readonly children: string }): JSX.Element {
  return <Button text={children} onClick={() => document.getElementById(section)?.scrollIntoView()} />;
}

interface ChecksProps {
  readonly checks: readonly CheckResult[];
  readonly onChanged: () => unknown;
}

/** Findings that need a person, the worst first, each with its action. */
export function Checks({ checks, onChanged }: ChecksProps): JSX.Element {
  const wrong = checks.filter(({ state }) => state !== 'ok');
  return (
    <>
      <Headline wrong={wrong} />
      {wrong.length > 0 && (
        <ul class="plain-list checks">
          {wrong.map((check, place) => (
            <li key={`${check.name} ${place}`} class={`check ${check.state}`}>
              <p class="found">
                <strong>{t(check.state === 'failure' ? STATUS.failure : STATUS.warning)}</strong>{' '}
                <bdi>{t(check.found)}</bdi>
              </p>
              {check.action !== null && (
                <p>
                  <bdi>{t(check.action)}</bdi>
                </p>
              )}
              <NextAction check={check} onChanged={onChanged} />
              <Proof check={check} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Checks without a fault. */
export function WellChecks({ checks }: Pick<ChecksProps, 'checks'>): JSX.Element {
  const well = checks.filter(({ state }) => state === 'ok');
  return (
    <details class="well">
      <summary>{t(STATUS.wellChecks, { count: well.length })}</summary>
      <ul>
        {well.map(({ name, found }, place) => (
          <li key={`${name} ${place}`}>
            <bdi>{t(found)}</bdi>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Headline({ wrong }: { readonly wrong: readonly CheckResult[] }): JSX.Element {
  if (wrong.length === 0) {
    return (
      <p class="headline ok">
        <Icon name="check" />
        {t(STATUS.allWell)}
      </p>
    );
  }
  const isFailure = wrong.some(({ state }) => state === 'failure');
  return (
    <p class={`headline ${isFailure ? 'failure' : 'warning'}`} role="status">
      {wrong.some(({ blocks }) => blocks) ? t(STATUS.cannotSell) : t(STATUS.needsYou, { count: wrong.length })}
    </p>
  );
}

function Proof({ check: { name, proof } }: { readonly check: CheckResult }): JSX.Element {
  return (
    <details class="proof">
      <summary>{t(STATUS.forTechnician)}</summary>
      <code>
        {name}
        {proof !== null && `: ${t(proof)}`}
      </code>
    </details>
  );
}
