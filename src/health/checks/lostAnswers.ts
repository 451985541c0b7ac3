import type { Bilingual, UtcMs } from '../../base/index.js';
import type { Unsettled } from '../../invoicing/index.js';
import { defineCheck, warning } from '../check.js';
import { type OpenReceiptWords, wordsOfOpen } from '../openReceipt.js';

interface Parts {
  /** Receipts of the active environment that were sent and whose outcome is not known, oldest first. */
  readonly unsettled: () => readonly Unsettled[];
  readonly now: () => UtcMs;
}

/** Most lost answers are found sooner, and are nobody's concern until then, ms. */
const LOOK_UP_TIME = 60_000;

/** Receipts whose answer was lost, and whose outcome the box finds out by itself, at the latest with the next receipt. */
export const lostAnswersCheck = defineCheck({
  name: 'lost-answers',
  consequence: 'receipts',
  // Half a day: overnight there is no next receipt.
  alarmAfterPolls: 12 * 60,
  run({ unsettled, now }: Parts) {
    // A clock that was set back must not hide one for ever.
    return unsettled()
      .filter(({ intent, state }) => state === 'asking' && Math.abs(now() - intent.createdAt) >= LOOK_UP_TIME)
      .map(wordsOfOpen)
      .map((words) => warning(TEXTS.asking(words), TEXTS.wait(), words.proof));
  },
});

const TEXTS = {
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
