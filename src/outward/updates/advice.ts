import type { Bilingual } from '../../base/index.js';
import type { TrialFault, UpdateOutcome, UpdateState } from './updateState.js';

/** The description of an update's state: the current state, what happens automatically, and the possible action. */
export interface UpdateAdvice {
  readonly now: Bilingual;
  readonly byItself?: Bilingual;
  readonly action?: Bilingual;
}

const LEAVE_ON: Bilingual = { sr: 'Не искључујте уређај.', en: 'Do not switch the box off.' };
const RESTARTS: Bilingual = {
  sr: 'Уређај се једном поново покреће, у тренутку без рачуна, и проба нову верзију.',
  en: 'The box restarts once, when no receipt is being issued, and tries the new version.',
};
/** The behaviour of the image's `end-trial`, which works even when the new version does not run at all. */
const FALLS_BACK: Bilingual = {
  sr: 'Остаје ако два минута ради без грешке. Иначе се десет минута после укључења сама враћа претходна верзија.',
  en: 'The new version stays after two minutes without a fault. Otherwise, ten minutes after the start, the previous version returns by itself.',
};

/** The action for each fault that a trial waits for. */
const WAITS: Readonly<Record<TrialFault, Bilingual>> = {
  'not ready': { sr: 'Унесите ПИН ако га уређај тражи.', en: 'Enter the PIN if the box asks for it.' },
  'no signature': { sr: 'Сачекајте пробни потпис.', en: 'Wait for the test signature.' },
  'not stored': { sr: 'Погледајте: kasirbox doctor', en: 'Run: kasirbox doctor' },
  printer: {
    sr: 'Укључите штампаче који су радили пре надоградње.',
    en: 'Switch on the printers that worked before the update.',
  },
};

/** Advice on the update under way; only `now` without one. */
export function adviceOf(state: UpdateState): UpdateAdvice {
  if (state.isStarting) return STARTING;
  switch (state.phase) {
    case 'idle':
      if (state.isCutOff) return CUT_OFF;
      return state.isBundleWaiting ? WAITING : { now: { sr: 'ниједна није у току', en: 'none is in progress' } };
    case 'receiving': {
      const { done, all } = state;
      return {
        now: { sr: `преузето ${done} од ${all ?? '?'} бајтова`, en: `receiving, ${done} of ${all ?? 'unknown'} bytes` },
        byItself: RESTARTS,
        action: LEAVE_ON,
      };
    }
    case 'checking':
      return { now: { sr: 'проверава се', en: 'checking' }, byItself: RESTARTS, action: LEAVE_ON };
    case 'backing-up': {
      const { version } = state;
      return {
        now: { sr: `резервна копија пре верзије ${version}`, en: `backing up before version ${version}` },
        byItself: RESTARTS,
        action: LEAVE_ON,
      };
    }
    case 'installing': {
      const { version, percent } = state;
      return {
        now: { sr: `инсталира се верзија ${version}, ${percent} %`, en: `installing version ${version}, ${percent} %` },
        byItself: RESTARTS,
        action: LEAVE_ON,
      };
    }
    case 'waiting': {
      const { version } = state;
      return {
        now: {
          sr: `верзија ${version} чека тренутак без рачуна`,
          en: `version ${version} is waiting for a moment without a receipt`,
        },
        byItself: RESTARTS,
        action: LEAVE_ON,
      };
    }
    case 'restarting': {
      const { version, isOverdue } = state;
      if (isOverdue) {
        return {
          now: {
            sr: `верзија ${version} је инсталирана, али се уређај није поново покренуо`,
            en: `version ${version} is installed, but the box has not restarted`,
          },
          action: { sr: 'Искључите га из струје и поново укључите.', en: 'Unplug it and plug it in again.' },
        };
      }
      return {
        now: { sr: `покреће се верзија ${version}`, en: `restarting into version ${version}` },
        action: LEAVE_ON,
      };
    }
    case 'trial': {
      const { version, waitsFor } = state;
      const faults = waitsFor.map((fault) => `; ${fault}`).join('');
      return {
        now: { sr: `верзија ${version} је на проби${faults}`, en: `version ${version} is on trial${faults}` },
        byItself: FALLS_BACK,
        action: joined([...waitsFor.map((fault) => WAITS[fault]), LEAVE_ON]),
      };
    }
  }
}

/** Advice on a version on trial whose service does not run. */
export function deadTrialAdvice(version: string, from: string): UpdateAdvice {
  return {
    now: {
      sr: `верзија ${version} је на проби, а њен сервис не ради`,
      en: `version ${version} is on trial, but its service does not run`,
    },
    byItself: {
      sr: `Десет минута после укључења уређај се поново покреће, и враћа се верзија ${from}.`,
      en: `Ten minutes after it was switched on, the box restarts and version ${from} returns.`,
    },
    action: {
      sr: 'Не искључујте уређај. Затим погледајте: kasirbox update status',
      en: 'Do not switch the box off. Then check: kasirbox update status',
    },
  };
}

/** Advice on the last finished update. */
export function endAdvice({ kind, version, from, isAcknowledged }: UpdateOutcome): UpdateAdvice {
  const orSeen = (sr: string, en: string): { readonly action?: Bilingual } =>
    isAcknowledged
      ? {}
      : {
          action: {
            sr: `${sr}, или потврдите да сте видели: kasirbox update acknowledge`,
            en: `${en}, or confirm that you have seen it: kasirbox update acknowledge`,
          },
        };
  const again = orSeen('Инсталирајте је поново', 'Install it again');
  switch (kind) {
    case 'updated':
      return {
        now: { sr: `верзија ${version} је инсталирана и остала`, en: `version ${version} was installed and stays` },
      };
    case 'fell-back':
      return {
        now: {
          sr: `верзија ${version} није прошла пробу; ради претходна (${from})`,
          en: `version ${version} failed its trial; the previous one (${from}) runs`,
        },
        ...orSeen('Инсталирајте новију верзију', 'Install a later version'),
      };
    case 'interrupted':
      return {
        now: {
          sr: `инсталирање верзије ${version} је прекинуто; ништа није промењено`,
          en: `the installation of version ${version} was interrupted; nothing was changed`,
        },
        ...again,
      };
    case 'failed':
      return {
        now: {
          sr: `верзија ${version} није инсталирана; ништа није промењено`,
          en: `version ${version} was not installed; nothing was changed`,
        },
        ...again,
      };
  }
}

function joined(texts: readonly Bilingual[]): Bilingual {
  return { sr: texts.map(({ sr }) => sr).join(' '), en: texts.map(({ en }) => en).join(' ') };
}

const STARTING: UpdateAdvice = {
  now: { sr: 'још се не зна који од два система ради', en: 'it is not yet known which of the two systems is running' },
  byItself: { sr: 'Сазнаће се за који минут.', en: 'This will be known within minutes.' },
};
const CUT_OFF: UpdateAdvice = {
  now: { sr: 'преузимање је прекинуто; ништа није промењено', en: 'the transfer was interrupted; nothing was changed' },
  action: { sr: 'Пошаљите надоградњу поново.', en: 'Send the update again.' },
};
const WAITING: UpdateAdvice = {
  now: { sr: 'на картици је надоградња која није инсталирана', en: 'the card has an update that was not installed' },
  action: {
    sr: 'Инсталирајте је на страници Надоградња, или је пошаљите поново.',
    en: 'Install it on the page Updates, or send it again.',
  },
};
