import type { LocalTime, Para } from '../../base/fiscal.js';
import { formatMoney } from '../../base/money.js';
import { receiptTimeOfLocal } from '../../base/time.js';
import type { Words } from '../../base/words.js';

/** What a receipt is told apart by. */
interface About {
  readonly time: LocalTime;
  readonly total: Para;
  readonly requestId: string;
}

/** What is said of receipts whose end is not known, and numbers that are missing. */
export const TEXTS = {
  unsettled: ({ time, total, requestId }: About): Words => ({
    sr: `Рачун од ${receiptTimeOfLocal(time)} на ${formatMoney(total)} РСД је послат, а исход још није познат.`,
    en: `The end of the receipt of ${time} over ${formatMoney(total)} RSD is not known yet (${requestId}).`,
  }),
  waitForSettling: (): Words => ({
    sr: 'Сачекајте до један минут: уређај сам проверава да ли је издат. Ако потраје, проверите везу са процесором.',
    en: 'Wait: the box looks it up by itself, and a minute after the request the answer is certain. See: kasirbox pfr settle',
  }),
  inDoubt: ({ time, total, requestId }: About): Words => ({
    sr: `Није могуће утврдити да ли је издат рачун од ${receiptTimeOfLocal(time)} на ${formatMoney(total)} РСД; док се то не утврди, нови рачуни се не издају.`,
    en: `Whether the receipt of ${time} over ${formatMoney(total)} RSD was signed cannot be known (${requestId}).`,
  }),
  decide: (): Words => ({
    sr: 'Потражите рачун на порталу Пореске управе и позовите сервисера да унесе одлуку.',
    en: 'Look for the receipt on the portal of the tax authority, then run: kasirbox pfr settle',
  }),
  numbersMissing: ({ jid, before, after }: { jid: string; before: number; after: number }): Words => ({
    sr: `Картица ${jid} је после рачуна ${before} издала рачун ${after}: рачуни између њих нису у овом уређају.`,
    en: `Card ${jid} signed number ${after} after ${before}: what lies between is not in this box.`,
  }),
  lookForNumbers: (): Words => ({
    sr: 'Ако картицу не користи ниједна друга каса, потражите те рачуне на порталу Пореске управе.',
    en: 'If no other till uses the card, look for these receipts on the portal of the tax authority. Gone after a restart.',
  }),
} as const;
