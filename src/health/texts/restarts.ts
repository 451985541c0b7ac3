import type { LocalTime } from '../../base/fiscal.js';
import { receiptTimeOfLocal } from '../../base/time.js';
import type { Words } from '../../base/words.js';
import type { RestartReason } from '../../ledger/event.js';

interface Cause {
  /** A sentence behind a colon, without its dot. */
  readonly why: Words;
  readonly action: Words;
}

const REPORT: Words = {
  sr: 'Издати рачуни су сачувани. Ако се понови, позовите сервисера.',
  en: 'No receipt is lost. If it happens again, keep the log and report it: journalctl -u kasirbox',
};

/** Why the box began anew, and what to do about it. */
export const RESTART_CAUSES: Readonly<Record<RestartReason, Cause>> = {
  loop: { why: { sr: 'програм се заглавио', en: 'the program did nothing any more' }, action: REPORT },
  flush: {
    why: { sr: 'диск није одговарао', en: 'the disk did not answer' },
    action: {
      sr: 'Позовите сервисера: меморијска картица вероватно отказује.',
      en: 'The flash is probably failing: make a backup and replace it.',
    },
  },
  sale: {
    why: { sr: 'издавање рачуна се заглавило', en: 'a sale did not come to an end' },
    action: {
      sr: 'Ако се понови, проверите везу са процесором и позовите сервисера.',
      en: 'If it happens again, look at the processor (kasirbox pfr status) and the log (journalctl -u kasirbox).',
    },
  },
  memory: { why: { sr: 'понестало је меморије', en: 'memory ran short' }, action: REPORT },
  crash: { why: { sr: 'програм је пао', en: 'the program crashed' }, action: REPORT },
  killed: {
    why: { sr: 'програм је насилно прекинут', en: 'the program was killed' },
    action: {
      sr: 'Ако га није прекинуо сервисер, позовите га.',
      en: 'If nobody has done it by hand, look at what the kernel says: journalctl -k',
    },
  },
  power: {
    why: { sr: 'нестало је струје', en: 'the power went off' },
    action: { sr: 'Гасите уређај уредно.', en: 'Shut the box down before it is switched off.' },
  },
};

/** What is said of restarts and of safe mode. */
export const RESTART_TEXTS = {
  restarted: (time: LocalTime, why: Words): Words => ({
    sr: `Рад је последњи пут прекинут и настављен ${receiptTimeOfLocal(time)}: ${why.sr}.`,
    en: `Work was last broken off and resumed at ${time}: ${why.en}.`,
  }),
  safeMode: (time: LocalTime, reason: string): Words => ({
    sr: `Програм је више пута пао, па од ${receiptTimeOfLocal(time)} ради без штампача и слања порука; рачуни се издају.`,
    en: `Safe mode since ${time} (${reason}): printers, card and delivery rest; receipts are issued.`,
  }),
  leaveSafeMode: (): Words => ({
    sr: 'Сачекајте: после сат времена без пада све се укључује само. Ако се понови, позовите сервисера.',
    en: 'It ends by itself after an hour without a crash, or at once by: kasirbox safe-mode leave',
  }),
} as const;
