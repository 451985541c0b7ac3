import { type Bilingual, localTime, type LocalTime, receiptTimeOfLocal, type UtcMs } from '../../base/index.js';
import type { Ledger, RestartReason } from '../../ledger/index.js';
import { defineCheck, good, warning } from '../check.js';

interface Parts {
  readonly ledger: Pick<Ledger, 'main'>;
  readonly now: () => UtcMs;
}

const DAY = 24 * 60 * 60 * 1000;

/** The last restart that nobody asked for; nothing where there was none. */
export const restartsCheck = defineCheck({
  name: 'restarts',
  alarmAfterPolls: 2,
  run({ ledger, now }: Parts) {
    const last = ledger.main.events.findLast((event) => event.kind === 'restart');
    if (last === undefined) return [];
    const { why, action } = CAUSES[last.reason];
    const found = TEXTS.restarted(localTime(last.at), why);
    // Many shops switch off at the mains each evening.
    const isNews = last.reason !== 'power' && Math.abs(now() - last.at) < DAY;
    return [isNews ? warning(found, action) : good(found)];
  },
});

interface Cause {
  /** A sentence behind a colon, without its full stop. */
  readonly why: Bilingual;
  readonly action: Bilingual;
}

const REPORT: Bilingual = {
  sr: 'Издати рачуни су сачувани. Ако се понови, позовите сервисера.',
  en: 'No receipt is lost. If it happens again, keep the log and report it: journalctl -u kasirbox',
};

/** What ended the run before, and what to do about it. */
const CAUSES: Readonly<Record<RestartReason, Cause>> = {
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

const TEXTS = {
  restarted: (time: LocalTime, why: Bilingual): Bilingual => ({
    sr: `Рад је последњи пут прекинут и настављен ${receiptTimeOfLocal(time)}: ${why.sr}.`,
    en: `Work was last broken off and resumed at ${time}: ${why.en}.`,
  }),
} as const;
