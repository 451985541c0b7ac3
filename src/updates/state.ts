import type { Bilingual, UtcMs } from '../base/index.js';
import type { Slot } from './raucOutput.js';

/** How the last update ended. */
export interface UpdateOutcome {
  /**
   * `updated`: the new system was tried and kept; `fell-back`: it was tried and given up, the one before runs again; `interrupted`: the
   * installing was cut off, and nothing has changed; `failed`: it could not be installed.
   */
  readonly kind: 'updated' | 'fell-back' | 'interrupted' | 'failed';
  /** The version of the update. */
  readonly version: string;
  /** The one that ran before it. */
  readonly from: string;
  readonly at: UtcMs;
  /** Why, in English; null where there is nothing to say. */
  readonly reason: string | null;
  /** Has somebody said that they know? What went well needs none. */
  readonly isAcknowledged: boolean;
}

/** What an update is doing. Each phase is shown as it is. */
export type UpdatePhase =
  | { readonly phase: 'idle' }
  /** Bytes, and of how many; null where nobody knows. */
  | { readonly phase: 'receiving'; readonly done: number; readonly all: number | null }
  | { readonly phase: 'checking' }
  | { readonly phase: 'backing-up'; readonly version: string }
  | { readonly phase: 'installing'; readonly version: string; readonly percent: number }
  /** For a moment without a receipt or a print under way. */
  | { readonly phase: 'waiting'; readonly version: string }
  | {
      readonly phase: 'restarting';
      readonly version: string;
      /** Has the restart been wanted for so long that somebody must do it by hand? */
      readonly isOverdue: boolean;
    }
  /** The new system runs, and is kept once all has been well for long enough. */
  | { readonly phase: 'trial'; readonly version: string; readonly waitsFor: readonly TrialFault[] };

/** What stands between a new system and its being kept. */
export type TrialFault = 'not ready' | 'no signature' | 'not stored' | 'printer';

export type UpdateState = UpdatePhase & {
  /** Was the box made from an image? Only then can it be updated so. */
  readonly isOnImage: boolean;
  /** What runs. */
  readonly version: string;
  /** The last update that has ended. */
  readonly outcome: UpdateOutcome | null;
  /** Does a bundle lie here that was not installed? */
  readonly isBundleWaiting: boolean;
  /** True until it is known which of the two systems runs: how the last update ended is not known either. */
  readonly isStarting: boolean;
  /** True when the power was cut while an update was received. */
  readonly isCutOff: boolean;
};

/** An update that has begun to be installed and has no outcome yet. */
export interface Pending {
  readonly version: string;
  /** What ran when it began, and from where. */
  readonly from: string;
  readonly fromSlot: Slot;
  readonly isInstalled: boolean;
  /** The printers that answered then. */
  readonly printers: readonly string[];
  /** The checks that stopped receipts then. */
  readonly failing: readonly string[];
}

/** What is kept over restarts and power cuts. */
export interface KeptState {
  /** The system that was well the last time; null on a new card. */
  readonly confirmed: { readonly slot: Slot; readonly version: string } | null;
  readonly pending: Pending | null;
  readonly outcome: UpdateOutcome | null;
}

/** What to say while it goes on; the numbers are whole per cent. */
export const STEPS = {
  receiving: (percent: number): Bilingual => ({ sr: `Преузимање: ${percent} %`, en: `Receiving: ${percent} %` }),
  receivingSome: (megabytes: number): Bilingual => ({
    sr: `Преузимање: ${megabytes} MB`,
    en: `Receiving: ${megabytes} MB`,
  }),
  checking: (): Bilingual => ({ sr: 'Провера надоградње', en: 'Checking the update' }),
  backingUp: (): Bilingual => ({ sr: 'Прављење резервне копије', en: 'Backing up' }),
  installing: (percent: number): Bilingual => ({ sr: `Инсталирање: ${percent} %`, en: `Installing: ${percent} %` }),
  waiting: (): Bilingual => ({
    sr: 'Чека се тренутак без рачуна',
    en: 'Waiting for a moment without a receipt',
  }),
  overdue: (): Bilingual => ({
    sr: 'Уређај се није сам поново покренуо. Искључите га из струје и поново укључите.',
    en: 'The box has not restarted by itself. Unplug it and plug it in again',
  }),
  restarting: (): Bilingual => ({ sr: 'Уређај се поново покреће', en: 'The box restarts' }),
} as const;

/** The step of a phase, to be told to whoever waits; undefined where nobody does. */
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
