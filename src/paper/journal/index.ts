/**
 * The journal: the text of a receipt in rows of 40 columns, and the codes printed with it.
 *
 * A fiscal processor returns the journal of every receipt. This folder composes the same text for the demo processor
 * and for processors that omit it, and adds what the ESIR prints around it ("printed journal"). It also encodes and
 * decodes the "verification link", which holds the signed data of a receipt in its QR code, and the NBS IPS code for
 * payments.
 *
 * Read `journal.ts` with `journalRows.ts` and `receiptTexts.ts` for the text, `printedJournal.ts` for the additions,
 * and `verificationLink.ts` for the link.
 */
export { composeJournal } from './journal.js';
export { ipsCode, model97 } from './ipsCode.js';
export {
  appendLinkProof,
  buildVerificationUrl,
  buyerIdInLink,
  type DecodedLink,
  decodeLink,
  encodeLinkHead,
  hasValidDigest,
  type LinkPlace,
  linkToFollow,
  placeOfLink,
  readLinkPayload,
  type VerificationLink,
} from './verificationLink.js';
export { adLinesOf, type Imitation, imitationIn, printedJournal, printedParts, rowsOf } from './printedJournal.js';
export { darkRuns, fitsQrCode, QR_MM, type QrCode, qrCodeOf, QUIET_MODULES } from './qrCode.js';
export {
  bannerText,
  counterLetters,
  DEMO_SENTENCE,
  documentName,
  isRuleShaped,
  NOT_FISCAL,
  NOT_FISCAL_LINES,
  NOT_FISCAL_ROW,
  ruleRowsIn,
  totalCaption,
  totalRowIn,
} from './receiptTexts.js';
export { itemName, paymentsOnReceipt, rateOnPaper, taxItems } from './journalRows.js';
