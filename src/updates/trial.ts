import type { Clock } from '../base/index.js';
import type { Pending, TrialFault } from './state.js';

/** What a new system is judged by. */
export interface TrialParts {
  readonly clock: Pick<Clock, 'monotonic' | 'sleep'>;
  /** Names of the checks that stop receipts now. */
  readonly failing: () => Promise<readonly string[]>;
  /** Signs in memory, and knows its own signature again. */
  readonly canSign: () => boolean;
  /** The printers that are set, and whether each answers. */
  readonly printers: () => readonly { readonly name: string; readonly answers: boolean }[];
}

/** For so long all must be well without a break, ms. */
const LONG_ENOUGH = 120_000;
/** How often it is looked at, ms. */
const PACE = 5000;
/** Checks of what this box stores by itself; what else stops receipts may stand outside of it. */
const OF_STORAGE = ['ledger', 'disk'];

/** What is wrong now. What stopped receipts before the update, such as a processor that is away, is not held against it. */
export async function faultsNow(
  parts: TrialParts,
  before: Pick<Pending, 'printers' | 'failing'>,
): Promise<TrialFault[]> {
  const failing = await parts.failing();
  const faults: TrialFault[] = [];
  if (failing.some((name) => !OF_STORAGE.includes(name) && !before.failing.includes(name))) faults.push('not ready');
  if (isStorageFailing(failing)) faults.push('not stored');
  if (!parts.canSign()) faults.push('no signature');
  const silent = parts.printers().filter(({ answers }) => !answers);
  if (silent.some(({ name }) => before.printers.includes(name))) faults.push('printer');
  return faults;
}

export function isStorageFailing(failing: readonly string[]): boolean {
  return failing.some((name) => OF_STORAGE.includes(name));
}

/**
 * Resolves with true once all has been well for two minutes without a break, and with false when it is given up. It has no limit of
 * its own: a system that is not well in time is ended from outside, also where this program does not run at all.
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

/** Resolves once the box can store, with false when it is given up. */
export async function untilStoring(
  { clock, failing }: Pick<TrialParts, 'clock' | 'failing'>,
  signal: AbortSignal,
): Promise<boolean> {
  while (isStorageFailing(await failing())) {
    if (!(await clock.sleep(PACE, signal))) return false;
  }
  return !signal.aborted;
}
