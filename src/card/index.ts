/** Smart card: readers, the applets of the tax authority's card, and who may use its PIN. */
export {
  CARD_LOSSES,
  type CardLink,
  type CardLoss,
  type CardReader,
  type FoundReader,
  type ReaderWay,
} from './link.js';
export { UsbReaderWay } from './reader/usbWay.js';
