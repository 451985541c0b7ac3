import type { JSX } from 'preact';
import type { Bilingual } from '../../../../../base/index.js';
import type { TrialFault, UpdateOutcome, UpdateState, Uploaded } from '../../../../../outward/updates/index.js';
import { type Answer, OFFLINE, operate, request } from '../../net/http.js';
import type { Reply } from '../../net/reply.js';
import { Button } from '../../components/button.js';
import { Show, useLoaded } from '../../components/load.js';
import { Notice } from '../../components/notice.js';
import { COMMON } from '../../text/common.js';
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
      {isUnseen && <Button text={t(UPDATES.seen)} onClick={onSeen} />}
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

type Offered = Answer<'update.bundles'>[number];

const FAULTS: Readonly<Record<NonNullable<Offered['fault']>, Bilingual>> = {
  'no signature': UPDATES.badSignature,
  'wrong board': UPDATES.wrongBoard,
  same: UPDATES.sameVersion,
  'unknown data': UPDATES.unknownData,
  'older data': UPDATES.olderData,
};

/** The updates on USB sticks; unusable ones state the reason. */
export function Sticks({ install }: { readonly install: (path: string) => Promise<void> }): JSX.Element {
  const loaded = useLoaded((signal) => operate('update.bundles', {}, signal));
  return (
    <section class="card">
      <h2>{t(UPDATES.onStick)}</h2>
      <Show loaded={loaded}>
        {(offers) => (
          <>
            {offers.length === 0 && <p>{t(UPDATES.noneOnStick)}</p>}
            {offers.map((one) => (
              <div key={one.path}>
                <p>
                  <bdi>{one.path}</bdi>
                </p>
                {one.version !== null && <p>{facts(one)}</p>}
                {one.fault === null ? (
                  <Button text={t(UPDATES.install)} onClick={() => install(one.path)} />
                ) : (
                  <p class="muted">{t(FAULTS[one.fault])}</p>
                )}
              </div>
            ))}
          </>
        )}
      </Show>
      <Button text={t(COMMON.lookAgain)} onClick={loaded.reload} />
    </section>
  );
}

function facts({ version, order, size }: Offered): string {
  const megabytes = Math.max(1, Math.round(size / 1_000_000));
  return t(UPDATES.onStickFile, {
    version: version ?? '',
    order: order === null ? '' : t(UPDATES[order]),
    size: megabytes,
  });
}

/** Size of a piece, bytes: half of the box's limit, so that progress is visible. */
const PIECE = 1024 * 1024;
/**
 * Pause between two attempts while the box is away, ms, and number of attempts: the box forgets an upload after two
 * minutes.
 */
const PAUSE = 3000;
const ATTEMPTS = 40;

/** Progress of an upload; `isAway`: there was no answer, and the piece is sent again. */
export interface Sent {
  readonly percent: number;
  readonly isAway: boolean;
}

/**
 * Sends an update piece by piece. A piece without an answer is sent again, and the box reports where to continue;
 * `signal` cancels it. Undefined: it was cancelled.
 */
export async function sendUpdate(
  file: Blob,
  onSent: (sent: Sent) => void,
  signal: AbortSignal,
): Promise<Reply<Uploaded> | undefined> {
  let at = 0;
  let attempts = 0;
  for (;;) {
    onSent({ percent: Math.floor((100 * at) / Math.max(1, file.size)), isAway: attempts > 0 });
    const query = `at=${at}&all=${file.size}`;
    const piece = file.slice(at, at + PIECE);
    const reply = await request<Uploaded>(`/web/updates?${query}`, { method: 'POST', file: piece, signal });
    if (signal.aborted) return undefined;
    if (reply.ok) {
      if (reply.value.isWhole) return reply;
      at = reply.value.done;
      attempts = 0;
    } else if (reply.error.code !== OFFLINE.code || attempts === ATTEMPTS) {
      return reply;
    } else {
      attempts += 1;
      onSent({ percent: Math.floor((100 * at) / Math.max(1, file.size)), isAway: true });
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
}
