import { type Bilingual, formatMoney, localTime, receiptTimeOfLocal } from '../../base/index.js';
import type { Unsettled } from '../../sales/invoicing/index.js';

/**
 * How people identify a receipt that is not in the ledger: by its number if known, the time it was sent, and its
 * amount.
 */
export interface OpenReceiptWords extends Bilingual {
  /** For a technician. */
  readonly proof: Bilingual;
}

export function wordsOfOpen({ intent, number }: Unsettled): OpenReceiptWords {
  const time = localTime(intent.createdAt);
  const total = formatMoney(intent.draft.total);
  const named = number === null ? '' : `${number} `;
  return {
    sr: `${named}од ${receiptTimeOfLocal(time)} на ${total} РСД`,
    en: `${named}of ${time} for ${total} RSD`,
    proof: { sr: `захтев ${intent.requestId}`, en: `request ${intent.requestId}` },
  };
}
