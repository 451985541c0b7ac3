import type { JSX } from 'preact';
import type { Bilingual } from '../../../../../base/index.js';
import type { TrialFault, UpdateOutcome, UpdateState } from '../../../../../outward/updates/index.js';
import type { Answer } from '../../net/http.js';
import { Button } from '../../parts/button.js';
import { Notice } from '../../parts/notice.js';
import { locale, t } from '../../text/language.js';
import { UPDATES } from '../../text/updates.js';

const WAITS: Readonly<Record<TrialFault, Bilingual>> = {
  'not ready': UPDATES.notReady,
  'no signature': UPDATES.noSignature,
  'not stored': UPDATES.notStored,
  printer: UPDATES.printer,
};

const ENDS: Readonly<Record<UpdateOutcome['kind'], Bilingual>> = {
  updated: UPDATES.updated,
  'fell-back': UPDATES.fellBack,
  interrupted: UPDATES.interrupted,
  failed: UPDATES.failedToInstall,
};

export type ShownUpdate = Answer<'update.status'>;

/** The running version, and the time of the update that installed it, if any. */
export function Version({ state: { version, outcome } }: { readonly state: UpdateState }): JSX.Element {
  if (outcome?.kind !== 'updated' || outcome.version !== version) return <p>{t(UPDATES.runs, { version })}</p>;
  const since = new Date(outcome.at).toLocaleString(locale.value, { dateStyle: 'medium', timeStyle: 'short' });
  return <p>{t(UPDATES.runsSince, { version, since })}</p>;
}

/** How the last update ended. */
export function Outcome({
  outcome,
  isUnseen,
  onSeen,
}: {
  readonly outcome: UpdateOutcome;
  readonly isUnseen: boolean;
  readonly onSeen: () => Promise<void>;
}): JSX.Element {
  const { kind, version, reason } = outcome;
  return (
    <>
      <Notice kind={kind === 'updated' ? 'success' : isUnseen ? 'warning' : 'info'}>
        <p>{t(ENDS[kind], { version })}</p>
        {reason !== null && <p>{t(UPDATES.reason, { reason })}</p>}
      </Notice>
      {isUnseen && <Button onClick={onSeen}>{t(UPDATES.seen)}</Button>}
    </>
  );
}

/** The current phase of an update. */
export function Phase({ state }: { readonly state: ShownUpdate }): JSX.Element | null {
  if (state.phase === 'trial') {
    return (
      <Notice kind="info">
        <p>{t(UPDATES.trial, { version: state.version })}</p>
        {state.waitsFor.map((fault) => (
          <p key={fault}>{t(WAITS[fault])}</p>
        ))}
      </Notice>
    );
  }
  const { step } = state;
  if (step === null) return null;
  const percent = percentOf(state);
  return (
    <Notice kind="info">
      <p>{t(step)}</p>
      {percent !== undefined && <Bar percent={percent} label={t(step)} />}
      <p>{t(UPDATES.once)}</p>
    </Notice>
  );
}

/** Progress of an update. */
export function Bar({ percent, label }: { readonly percent: number; readonly label: string }): JSX.Element {
  return <progress class="update-progress" max={100} value={percent} aria-label={label} />;
}

function percentOf(state: UpdateState): number | undefined {
  if (state.phase === 'installing') return state.percent;
  return state.phase === 'receiving' && state.all !== null ? (100 * state.done) / Math.max(1, state.all) : undefined;
}
