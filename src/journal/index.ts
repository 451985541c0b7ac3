/** The text of a receipt: 40 columns, its words, taxes, the verification link and its QR code. */
export { composeJournal } from './journal.js';
export { type Imitation, imitationIn } from './imitation.js';
export { type IpsCode, ipsCode, type IpsFault, type IpsParty, ipsText, type IpsTransfer } from './ipsCode.js';
export { model97 } from './ipsReference.js';
export { type LinkPlace, placeOfLink } from './linkPlace.js';
export { adLinesOf, printedJournal, printedParts, rowsOf } from './printedJournal.js';
export { darkRuns, fitsQrCode, QR_MM, type QrCode, qrCodeOf, QUIET_MODULES } from './qrCode.js';
export {
  bannerRow,
  bannerWords,
  counterLetters,
  DEMO_SENTENCE,
  documentName,
  isFiscalType,
  NOT_FISCAL,
  NOT_FISCAL_LINES,
  NOT_FISCAL_ROW,
  paymentName,
  totalCaption,
  totalRowIn,
} from './receiptWords.js';
export { itemName } from './rows.js';
export { isRuleShaped, ruleRowsIn } from './ruleRows.js';
export { taxItems } from './taxItems.js';
export {
  appendLinkProof,
  buildVerificationUrl,
  buyerIdInLink,
  type DecodedLink,
  decodeLink,
  encodeLinkHead,
  hasValidDigest,
  linkToFollow,
  readLinkPayload,
  type VerificationLink,
} from './verificationLink.js';
