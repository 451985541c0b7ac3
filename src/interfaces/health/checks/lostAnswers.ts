import type { Bilingual, UtcMs } from '../../../base/index.js';
import type { Unsettled } from '../../../sales/invoicing/index.js';
import type { Intent } from '../../../platform/ledger/index.js';
import { defineCheck, good, warning } from '../check.js';
import { type OpenReceiptWords, wordsOfOpen } from '../openReceipt.js';

interface Parts {
  /** Receipts of the active environment that were sent and whose outcome is not known, oldest first. */
  readonly unsettled: () => readonly Unsettled[];
  /** Receipts of the active environment whose answer is overdue and still awaited, oldest first. */
  readonly awaited: () => readonly Unsettled[];
  /** Maximum time until the outcome is known, ms; undefined when it depends on the next buyer. */
  readonly timeToOutcome: (intent: Intent) => number | undefined;
  readonly now: () => UtcMs;
}

/** Most lost answers are found sooner, ms. Until then the check reports them without a warning. */
const LOOK_UP_TIME = 60_000;

/**
 * Receipts whose answer was lost, and whose outcome the box determines by itself, at the latest with the next receipt.
 */
export const lostAnswersCheck = defineCheck({
  name: 'lost-answers',
  consequence: 'receipts',
  // Half a day: overnight there is no next receipt.
  alarmAfterPolls: 12 * 60,
  run({ unsettled, awaited, timeToOutcome, now }: Parts) {
    const lost = unsettled().filter(({ state }) => state === 'asking');
    // The absolute age, because a clock that was set back must not hide a receipt for ever.
    const isOld = ({ intent }: Unsettled): boolean => Math.abs(now() - intent.createdAt) >= LOOK_UP_TIME;
    const old = lost.filter(isOld).map(wordsOfOpen);
    const recent = [...awaited(), ...lost.filter((open) => !isOld(open))];
    return [
      ...old.map((words) => warning(TEXTS.asking(words), TEXTS.wait(), words.proof)),
      ...recent.map((open) => {
        const words = wordsOfOpen(open);
        return good(TEXTS.waits(words, timeToOutcome(open.intent)), words.proof);
      }),
    ];
  },
});

const TEXTS = {
  waits({ sr, en }: OpenReceiptWords, time: number | undefined): Bilingual {
    if (time === undefined) {
      return {
        sr: `Рачун ${sr} чека исход; најкасније ће га показати број следећег рачуна.`,
        en: `The receipt ${en} waits for its outcome; the number of the next receipt shows it at the latest.`,
      };
    }
    const seconds = Math.ceil(time / 1000);
    return {
      sr: `Рачун ${sr} чека исход: најдуже још ${seconds} с.`,
      en: `The receipt ${en} waits for its outcome: at most ${seconds} s more.`,
    };
  },
  asking: ({ sr, en }: OpenReceiptWords): Bilingual => ({
    sr: `Рачун ${sr} је послат, а исход још није познат.`,
    en: `The outcome of the receipt ${en} is not known yet.`,
  }),
  wait: (): Bilingual => ({
    sr:
      'Сачекајте, или поново пошаљите исти захтев; не куцајте продају испочетка. Остали рачуни се издају. Уређај сам ' +
      'проверава да ли је рачун издат; најкасније ће то показати број следећег рачуна. Ако потраје, проверите везу са процесором (kasirbox pfr settle).',
    en:
      'Wait, or repeat the same request; do not enter the sale anew. Others are issued. The box finds out by itself, at the ' +
      'latest by the number of the next receipt. See: kasirbox pfr settle',
  }),
} as const;
