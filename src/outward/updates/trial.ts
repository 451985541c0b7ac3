import type { Clock } from '../../base/index.js';
import type { Pending, TrialFault } from './state.js';

/** The facts by which a new system is judged. */
export interface TrialParts {
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
async function faultsNow(parts: TrialParts, before: Pick<Pending, 'printers' | 'failing'>): Promise<TrialFault[]> {
  const failing = await parts.failing();
  const faults: TrialFault[] = [];
  if (failing.some((name) => !OF_STORAGE.includes(name) && !before.failing.includes(name))) faults.push('not ready');
  if (isStorageFailing(failing)) faults.push('not stored');
  if (!parts.canSign()) faults.push('no signature');
  const silent = parts.printers().filter(({ answers }) => !answers);
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
  parts: TrialParts,
  before: Pick<Pending, 'printers' | 'failing'>,
  onFaults: (faults: readonly TrialFault[]) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const { clock } = parts;
  let since: number | undefined;
  do {
    const faults = await faultsNow(parts, before);
    onFaults(faults);
    const now = clock.monotonic();
    since = faults.length > 0 ? undefined : (since ?? now);
    if (since !== undefined && now - since >= LONG_ENOUGH) return true;
  } while (await clock.sleep(PACE, signal));
  return false;
}

/** Resolves with true once the box can store records, with false when it is aborted. */
export async function untilStoring(
  { clock, failing }: Pick<TrialParts, 'clock' | 'failing'>,
  signal: AbortSignal,
): Promise<boolean> {
  while (isStorageFailing(await failing())) {
    if (!(await clock.sleep(PACE, signal))) return false;
  }
  return !signal.aborted;
}
