import { assertNever, type UtcMs } from '../base/index.js';
import type { Slot } from './raucOutput.js';
import type { KeptState, Pending, UpdateOutcome } from './state.js';

/** What a start finds. */
export interface Found {
  /** The system that runs, and the version of this program. */
  readonly booted: Slot;
  readonly version: string;
  /** Was the update installed since the machine was switched on? Then it has not been started yet. */
  readonly isFresh: boolean;
  readonly now: UtcMs;
}

/**
 * What follows from it. `trial`: a new system runs for the first times; `wait`: the restart into it is still to come; `as before`: the
 * system runs that was well the last time. What is to be kept stands beside it.
 */
export type Verdict =
  | { readonly kind: 'trial'; readonly pending: Pending }
  | { readonly kind: 'wait'; readonly pending: Pending }
  | { readonly kind: 'as before'; readonly kept: KeptState };

/** Judges by the slot that runs: the boot loader has decided, and may have decided while no program ran at all. */
export function judge(kept: KeptState, found: Found): Verdict {
  const { pending, confirmed } = kept;
  const { booted, version, isFresh, now } = found;
  const end = (kind: UpdateOutcome['kind'], of: Pick<Pending, 'version' | 'from'>): UpdateOutcome => {
    return { kind, version: of.version, from: of.from, at: now, reason: null, isAcknowledged: false };
  };
  if (pending === null) {
    if (confirmed === null || confirmed.slot === booted) return { kind: 'as before', kept };
    // The system that was kept once does not start any more.
    const outcome = end('fell-back', { version: confirmed.version, from: version });
    return { kind: 'as before', kept: { ...kept, confirmed: { slot: booted, version }, outcome } };
  }
  if (pending.fromSlot !== booted) return { kind: 'trial', pending };
  if (pending.isInstalled && isFresh) return { kind: 'wait', pending };
  if (pending.isInstalled) {
    return { kind: 'as before', kept: { ...kept, pending: null, outcome: end('fell-back', pending) } };
  }
  // It stays pending: RAUC may have come to its end without this program, and the next start runs the new system.
  const isTold = kept.outcome?.kind === 'interrupted' && kept.outcome.version === pending.version;
  return { kind: 'as before', kept: isTold ? kept : { ...kept, outcome: end('interrupted', pending) } };
}

/** Is it something that somebody should see until they say that they have? */
export function needsNotice({ kind, isAcknowledged }: Pick<UpdateOutcome, 'kind' | 'isAcknowledged'>): boolean {
  switch (kind) {
    case 'fell-back':
    case 'interrupted':
    case 'failed':
      return !isAcknowledged;
    case 'updated':
      return false;
    default:
      return assertNever(kind);
  }
}
