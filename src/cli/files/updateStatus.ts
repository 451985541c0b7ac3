import { readFileSync } from 'node:fs';
import { type Bilingual, DiskError, localTime, nodeDisk, VERSION } from '../../base/index.js';
import {
  adviceOf,
  deadTrialAdvice,
  endAdvice,
  readKept,
  type UpdateAdvice,
  type UpdateState,
} from '../../updates/index.js';
import { print, printRow } from '../command.js';
import { inLanguage } from '../language.js';

export interface DeadTrial {
  readonly version: string;
  /** The version that comes back. */
  readonly from: string;
}

/**
 * The version that is on trial by what the folder has kept, for where no service can be asked; undefined where none is. The kernel's command
 * line names the slot that runs; without it the version of this program counts.
 */
export async function deadTrial(folder: string, cmdline = '/proc/cmdline'): Promise<DeadTrial | undefined> {
  const pending = await pendingOf(folder);
  if (pending?.isInstalled !== true) return undefined;
  const { version, from, fromSlot } = pending;
  const slot = / rauc\.slot=(\w+)/.exec(` ${readFileSync(cmdline, 'utf8')}`)?.[1];
  const isOnTrial = slot === undefined ? version === VERSION && from !== VERSION : slot !== fromSlot;
  return isOnTrial ? { version, from } : undefined;
}

/** Of a version on trial whose service does not run. */
export function printTrial({ version, from }: DeadTrial): void {
  printAdvice(ROWS.update, deadTrialAdvice(version, from));
}

/** What runs, what an update is doing, and how the last one ended. */
export function printState(state: UpdateState): void {
  print(
    state.isOnImage
      ? `kasirbox ${state.version}`
      : inLanguage({
          sr: 'Овај уређај је инсталиран ручно; надограђује га scripts/install.',
          en: 'This box was installed by hand; it is updated by scripts/install.',
        }),
  );
  if (!state.isOnImage) return;
  printAdvice(ROWS.update, adviceOf(state));
  const { outcome } = state;
  // While an update is under way it would be taken for its end.
  if (outcome === null || state.phase !== 'idle') return;
  const reason = outcome.reason === null ? '' : ` (${outcome.reason})`;
  printAdvice(ROWS.last, endAdvice(outcome), `, ${localTime(outcome.at)}${reason}`);
}

const ROWS = {
  update: { sr: 'надоградња', en: 'update' },
  last: { sr: 'последња', en: 'last' },
  byItself: { sr: 'само од себе', en: 'by itself' },
  action: { sr: 'шта радити', en: 'what to do' },
} as const;

function printAdvice(row: Bilingual, { now, byItself, action }: UpdateAdvice, more = ''): void {
  printRow(inLanguage(row), `${inLanguage(now)}${more}`);
  if (byItself !== undefined) printRow(inLanguage(ROWS.byItself), inLanguage(byItself));
  if (action !== undefined) printRow(inLanguage(ROWS.action), inLanguage(action));
}

async function pendingOf(folder: string) {
  try {
    return (await readKept(nodeDisk, folder)).pending;
  } catch (error) {
    if (error instanceof DiskError) return undefined;
    throw error;
  }
}
