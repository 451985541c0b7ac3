import { assertNever, type Clock, type UtcMs } from '../../base/index.js';
import type { Slot } from './raucOutput.js';
import type { StoredUpdateState, Pending, TrialFault, UpdateOutcome } from './updateState.js';

/** The facts by which a new system is judged. */
export interface TrialDeps {
  readonly clock: Pick<Clock, 'monotonic' | 'sleep'>;
  /** Names of the checks that stop receipts now. */
  readonly failing: () => Promise<readonly string[]>;
  /** Signs in memory, and verifies its own signature. */
  readonly canSign: () => boolean;
  /** The configured printers, and whether each answers. */
  readonly printers: () => readonly { readonly name: string; readonly answers: boolean }[];
}

/** How long the system must work without interruption, ms. */
const LONG_ENOUGH = 120_000;
/** Interval of the checks, ms. */
const PACE = 5000;
/** Checks of the box's own storage; the causes of other failures may be outside of the box. */
const OF_STORAGE = ['ledger', 'disk'];

/** The current faults. Checks that failed before the update, such as an unreachable processor, do not count. */
async function faultsNow(deps: TrialDeps, before: Pick<Pending, 'printers' | 'failing'>): Promise<TrialFault[]> {
  const failing = await deps.failing();
  const faults: TrialFault[] = [];
  if (failing.some((name) => !OF_STORAGE.includes(name) && !before.failing.includes(name))) faults.push('not ready');
  if (isStorageFailing(failing)) faults.push('not stored');
  if (!deps.canSign()) faults.push('no signature');
  const silent = deps.printers().filter(({ answers }) => !answers);
  if (silent.some(({ name }) => before.printers.includes(name))) faults.push('printer');
  return faults;
}

function isStorageFailing(failing: readonly string[]): boolean {
  return failing.some((name) => OF_STORAGE.includes(name));
}

/**
 * Resolves with true once there was no fault for two minutes without interruption, and with false when it is aborted.
 * It has no timeout: a system that fails its trial is ended from outside, also when this program does not run at all.
 */
export async function tried(
  deps: TrialDeps,
  before: Pick<Pending, 'printers' | 'failing'>,
  onFaults: (faults: readonly TrialFault[]) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const { clock } = deps;
  let since: number | undefined;
  do {
    const faults = await faultsNow(deps, before);
    onFaults(faults);
    const now = clock.monotonic();
    since = faults.length > 0 ? undefined : (since ?? now);
    if (since !== undefined && now - since >= LONG_ENOUGH) return true;
  } while (await clock.sleep(PACE, signal));
  return false;
}

/** Resolves with true once the box can store records, with false when it is aborted. */
export async function untilStoring(
  { clock, failing }: Pick<TrialDeps, 'clock' | 'failing'>,
  signal: AbortSignal,
): Promise<boolean> {
  while (isStorageFailing(await failing())) {
    if (!(await clock.sleep(PACE, signal))) return false;
  }
  return !signal.aborted;
}

/** The facts at a start. */
interface TrialFindings {
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
type TrialDecision =
  | { readonly kind: 'trial'; readonly pending: Pending }
  | { readonly kind: 'wait'; readonly pending: Pending }
  | { readonly kind: 'as before'; readonly kept: StoredUpdateState };

/** Decides by the running slot, since the boot loader may have switched the slot while no program ran at all. */
export function decideTrial(kept: StoredUpdateState, found: TrialFindings): TrialDecision {
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
