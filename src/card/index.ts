/** Smart card: readers, the applets of the tax authority's card, and who may use its PIN. */
export type { AmountStatus, CardVersion, CertificateParameters, LastInvoice } from './applets/elementAnswers.js';
export type { CardFault } from './applets/fault.js';
export { isPin } from './applets/pinAnswer.js';
export { SecureElement } from './applets/secureElement.js';
export type { CardClient } from './cardClient.js';
export { Cards, type CardsParts, type ReaderLook, type ReaderRow } from './cards.js';
export type { CardState, PinOutcome, SignFault } from './cardState.js';
export { CARD_MODES, cardMode, type CardMode, MODE_WORDS } from './inShort.js';
export { type ConfirmedTries, FEW_TRIES } from './pin/rules.js';
export type { CardCounts, CardReport, TriesLeft } from './readCard.js';
export { ShopCard, type ShopCardParts } from './shopCard.js';
export { cardOf, fitsEnvironment, judgeCard, type KnownCard, type ShopRules, type Standing } from './standing.js';
export {
  CARD_LOSSES,
  type CardLink,
  type CardLoss,
  type CardReader,
  type FoundReader,
  type ReaderWay,
} from './link.js';
export { CARD_READER_CLASS, UsbReaderWay } from './reader/usbWay.js';
export { type PcscOptions, pcscWay } from './pcsc/pcscWay.js';
export { CARD_BEING_READ, type CardFinding, cardFindings, readerWords, usedPercent } from './words.js';
