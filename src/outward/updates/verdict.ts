import { assertNever, type UtcMs } from '../../base/index.js';
import type { Slot } from './raucOutput.js';
import type { KeptState, Pending, UpdateOutcome } from './state.js';

/** The facts at a start. */
interface Found {
  /** The running system, and the version of this program. */
  readonly booted: Slot;
  readonly version: string;
  /** True when the update was installed since the machine was switched on, so that it has not been started yet. */
  readonly isFresh: boolean;
  readonly now: UtcMs;
}

/**
 * The conclusion. `trial`: a new system runs on trial; `wait`: the restart into it is still to come; `as before`: the
 * last confirmed system runs. `kept` is the state to be stored.
 */
type Verdict =
  | { readonly kind: 'trial'; readonly pending: Pending }
  | { readonly kind: 'wait'; readonly pending: Pending }
  | { readonly kind: 'as before'; readonly kept: KeptState };

/** Decides by the running slot, since the boot loader may have switched the slot while no program ran at all. */
export function judge(kept: KeptState, found: Found): Verdict {
  const { pending, confirmed } = kept;
  const { booted, version, isFresh, now } = found;
  const end = (kind: UpdateOutcome['kind'], of: Pick<Pending, 'version' | 'from'>): UpdateOutcome => {
    return { kind, version: of.version, from: of.from, at: now, reason: null, isAcknowledged: false };
  };
  if (pending === null) {
    if (confirmed === null || confirmed.slot === booted) return { kind: 'as before', kept };
    // The system that was confirmed once no longer starts.
    const outcome = end('fell-back', { version: confirmed.version, from: version });
    return { kind: 'as before', kept: { ...kept, confirmed: { slot: booted, version }, outcome } };
  }
  if (pending.fromSlot !== booted) return { kind: 'trial', pending };
  if (pending.isInstalled && isFresh) return { kind: 'wait', pending };
  if (pending.isInstalled) {
    return { kind: 'as before', kept: { ...kept, pending: null, outcome: end('fell-back', pending) } };
  }
  // It stays pending: RAUC may have finished without this program, and the next start would run the new system.
  const isTold = kept.outcome?.kind === 'interrupted' && kept.outcome.version === pending.version;
  return { kind: 'as before', kept: isTold ? kept : { ...kept, outcome: end('interrupted', pending) } };
}

/** True when the outcome must be shown until a person acknowledges it. */
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
