import { BUYER_NAMES } from '../text/buyer.js';
import { t } from '../text/language.js';
import { buyerParts } from './buyerCodes.js';

/** Text such as `ПИБ фирме 100000049` for `10:100000049`, in the language of the page. */
export function buyerText(buyerId: string): string {
  const { code, value } = buyerParts(buyerId);
  return value === '' ? buyerId : `${t(BUYER_NAMES[code])} ${value}`;
}
