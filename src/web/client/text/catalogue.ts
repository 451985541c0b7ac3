import { CLAIM } from './claim.js';
import { COMMON } from './common.js';
import { PAYMENTS, RECEIPTS } from './receipts.js';
import { REPORTS } from './reports.js';
import { SIGN_IN } from './signIn.js';
import { STATUS } from './status.js';
import type { Texts } from './texts.js';
import { BUYER_NAMES, TILL } from './till.js';

/** Every text of the pages. Serbian stands in Cyrillic; its Latin is made from it. */
export const CATALOGUE: Readonly<Record<string, Texts>> = {
  claim: CLAIM,
  common: COMMON,
  signIn: SIGN_IN,
  till: TILL,
  buyerNames: BUYER_NAMES,
  payments: PAYMENTS,
  receipts: RECEIPTS,
  reports: REPORTS,
  status: STATUS,
};
