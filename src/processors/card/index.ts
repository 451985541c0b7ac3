/**
 * Smart cards: readers, the applets of the tax authority's card, and the rules for its PIN.
 *
 * - A backend finds readers, over USB (CCID, `reader/`) or through pcscd (`pcsc/`). A link is a card under power.
 * - The card has two applets (`applets/`): the secure element, which signs receipts, and the PKI applet (GIDS) with the
 *   key for TLS, which a V-PFR asks for.
 * - `shopCard.ts` follows the card in one reader, `cards.ts` chooses among readers, `standing.ts` decides whether a
 *   card is this shop's, `pin/` is the only place that sends a PIN to a card.
 *
 * Read `link.ts` and `cardState.ts` first, then `shopCard.ts` and `cards.ts`.
 */
export type { CardClient } from './cardClient.js';
export { Cards, type CardsParts, type ReaderLook } from './cards.js';
export { LOSS_WORDS } from './applets/fault.js';
export { CARD_MODES, cardMode, type CardState, MODE_WORDS, type PinOutcome, unreadBecause } from './cardState.js';
export type { CardLoss, FoundReader } from './link.js';
export { hasPcscd, pcscWay } from './pcsc/pcscWay.js';
export { KeptPin, readKeptPin } from './pin/keptPin.js';
export { FEW_TRIES } from './pin/rules.js';
export type { CardReport } from './readCard.js';
export { CARD_READER_CLASS, UsbReaderWay } from './reader/usbWay.js';
export { cardOf, fitsEnvironment, isComparable, type ShopRules, type Standing } from './standing.js';
export { CARD_BEING_READ, type CardFinding, cardFindings, type CardView, readerWords, usedPercent } from './words.js';
