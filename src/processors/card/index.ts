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
export { Cards, type CardsDeps, type ReadersByBackend } from './cards.js';
export { LOSS_TEXTS } from './applets/fault.js';
export { CARD_MODES, cardMode, type CardState, MODE_TEXTS, type PinOutcome, unreadBecause } from './cardState.js';
export type { CardLoss, FoundReader } from './link.js';
export { hasPcscd, pcscBackend } from './pcsc/pcscBackend.js';
export { StoredPin, readStoredPin } from './pin/storedPin.js';
export { FEW_TRIES } from './pin/pinRules.js';
export type { CardReport } from './readCard.js';
export { CARD_READER_CLASS, UsbReaderBackend } from './reader/usbBackend.js';
export { cardOf, fitsEnvironment, isComparable, type ShopRules, type CardStanding } from './standing.js';
export {
  CARD_BEING_READ,
  type CardFinding,
  cardFindings,
  type CardView,
  readerText,
  usedPercent,
} from './cardFindings.js';
