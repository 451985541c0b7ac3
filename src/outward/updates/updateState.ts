import { join } from 'node:path';
import {
  type Bilingual,
  compileSchema,
  type Disk,
  type JsonSchema,
  parseJson,
  readWhole,
  type UtcMs,
  writeAtomic,
} from '../../base/index.js';
import type { Slot } from './raucOutput.js';

/** How the last update ended. */
export interface UpdateOutcome {
  /**
   * `updated`: the new system was tried and confirmed; `fell-back`: it failed its trial, and the previous one runs
   * again; `interrupted`: the installation was interrupted, and nothing has changed; `failed`: it could not be
   * installed.
   */
  readonly kind: 'updated' | 'fell-back' | 'interrupted' | 'failed';
  /** The version of the update. */
  readonly version: string;
  /** The version that ran before it. */
  readonly from: string;
  readonly at: UtcMs;
  /** The reason, in English; null without one. */
  readonly reason: string | null;
  /** True when a person has acknowledged it. Success needs no acknowledgement. */
  readonly isAcknowledged: boolean;
}

/** The phase of an update, for display. */
export type UpdatePhase =
  | { readonly phase: 'idle' }
  /** Bytes received and total bytes; null when the total is unknown. */
  | { readonly phase: 'receiving'; readonly done: number; readonly all: number | null }
  | { readonly phase: 'checking' }
  | { readonly phase: 'backing-up'; readonly version: string }
  | { readonly phase: 'installing'; readonly version: string; readonly percent: number }
  /** Waits until no receipt or print is under way. */
  | { readonly phase: 'waiting'; readonly version: string }
  | {
      readonly phase: 'restarting';
      readonly version: string;
      /** True when the restart is overdue, so that a person must restart the box by hand. */
      readonly isOverdue: boolean;
    }
  /** The new system runs, and is confirmed once it has worked without a fault for long enough. */
  | { readonly phase: 'trial'; readonly version: string; readonly waitsFor: readonly TrialFault[] };

/** Why a new system is not confirmed yet. */
export type TrialFault = 'not ready' | 'no signature' | 'not stored' | 'printer';

export type UpdateState = UpdatePhase & {
  /** True when the box was made from an image. Only then can it be updated this way. */
  readonly isOnImage: boolean;
  /** The running version. */
  readonly version: string;
  /** The last finished update. */
  readonly outcome: UpdateOutcome | null;
  /** True when a bundle is stored that was not installed. */
  readonly isBundleWaiting: boolean;
  /** True until it is known which of the two systems runs; until then the outcome of the last update is unknown too. */
  readonly isStarting: boolean;
  /** True when a power cut interrupted the transfer of an update. */
  readonly isCutOff: boolean;
};

/** An update whose installation has begun and that has no outcome yet. */
export interface Pending {
  readonly version: string;
  /** The version and slot that ran when it began. */
  readonly from: string;
  readonly fromSlot: Slot;
  readonly isInstalled: boolean;
  /** The printers that answered then. */
  readonly printers: readonly string[];
  /** The checks that stopped receipts then. */
  readonly failing: readonly string[];
}

/** State that is stored across restarts and power cuts. */
export interface StoredUpdateState {
  /** The last confirmed system; null on a new card. */
  readonly confirmed: { readonly slot: Slot; readonly version: string } | null;
  readonly pending: Pending | null;
  readonly outcome: UpdateOutcome | null;
}

/** Texts of the steps; the numbers are whole per cent. */
const STEPS = {
  receiving: (percent: number): Bilingual => ({ sr: `Преузимање: ${percent} %`, en: `Receiving: ${percent} %` }),
  receivingSome: (megabytes: number): Bilingual => ({
    sr: `Преузимање: ${megabytes} MB`,
    en: `Receiving: ${megabytes} MB`,
  }),
  checking: (): Bilingual => ({ sr: 'Провера надоградње', en: 'Checking the update' }),
  backingUp: (): Bilingual => ({ sr: 'Прављење резервне копије', en: 'Making a backup' }),
  installing: (percent: number): Bilingual => ({ sr: `Инсталирање: ${percent} %`, en: `Installing: ${percent} %` }),
  waiting: (): Bilingual => ({
    sr: 'Чека се тренутак без рачуна',
    en: 'Waiting for a moment without a receipt',
  }),
  overdue: (): Bilingual => ({
    sr: 'Уређај се није сам поново покренуо. Искључите га из струје и поново укључите.',
    en: 'The box has not restarted by itself. Unplug it and plug it in again.',
  }),
  restarting: (): Bilingual => ({ sr: 'Уређај се поново покреће', en: 'The box is restarting' }),
} as const;

/** The text of a phase for a waiting client; undefined for phases without one. */
export function stepOf(phase: UpdatePhase): Bilingual | undefined {
  switch (phase.phase) {
    case 'receiving':
      return phase.all === null
        ? STEPS.receivingSome(Math.floor(phase.done / 1_000_000))
        : STEPS.receiving(Math.floor((100 * phase.done) / Math.max(1, phase.all)));
    case 'checking':
      return STEPS.checking();
    case 'backing-up':
      return STEPS.backingUp();
    case 'installing':
      return STEPS.installing(phase.percent);
    case 'waiting':
      return STEPS.waiting();
    case 'restarting':
      return phase.isOverdue ? STEPS.overdue() : STEPS.restarting();
    case 'idle':
    case 'trial':
      return undefined;
  }
}

/** Below the data folder. */
export const UPDATES_FOLDER = 'updates';
const FILE = 'state.json';

export const NOTHING_KEPT: StoredUpdateState = { confirmed: null, pending: null, outcome: null };

const text: JsonSchema = { type: 'string', maxLength: 1000 };
const texts: JsonSchema = { type: 'array', maxItems: 100, items: text };

function record(properties: Readonly<Record<string, JsonSchema>>, type: readonly string[] = ['object']): JsonSchema {
  return { type: [...type], required: Object.keys(properties), properties };
}

const check = compileSchema<StoredUpdateState>(
  record({
    confirmed: record({ slot: text, version: text }, ['object', 'null']),
    pending: record(
      {
        ...{ version: text, from: text, fromSlot: text, isInstalled: { type: 'boolean' } },
        ...{ printers: texts, failing: texts },
      },
      ['object', 'null'],
    ),
    outcome: record(
      {
        kind: { enum: ['updated', 'fell-back', 'interrupted', 'failed'] },
        ...{ version: text, from: text, at: { type: 'number' }, reason: { ...text, type: ['string', 'null'] } },
        isAcknowledged: { type: 'boolean' },
      },
      ['object', 'null'],
    ),
  }),
);

/**
 * The stored state of updates. An invalid file counts as empty, since selling matters more. Rejects with a DiskError.
 */
export async function readUpdateState(disk: Disk, folder: string): Promise<StoredUpdateState> {
  const bytes = await readWhole(disk, join(folder, UPDATES_FOLDER, FILE));
  const parsed = parseJson(bytes?.toString() ?? '');
  const checked = parsed.ok ? check(parsed.value) : undefined;
  return checked?.ok === true ? checked.value : NOTHING_KEPT;
}

/** Durable when it resolves. Rejects with a DiskError. */
export async function writeUpdateState(disk: Disk, folder: string, kept: StoredUpdateState): Promise<void> {
  await disk.makeDir(join(folder, UPDATES_FOLDER));
  await writeAtomic(disk, join(folder, UPDATES_FOLDER, FILE), Buffer.from(`${JSON.stringify(kept, null, 2)}\n`));
}
