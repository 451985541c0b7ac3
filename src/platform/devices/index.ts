/**
 * Connections to devices: USB bus, serial ports and device files, with native drivers that are loaded on first use;
 * search for printers on the box and in its networks; printer models.
 *
 * - A transport opens a connection; a connection sends and receives bytes, and ends with a loss (`connection.ts`).
 * - `found.ts` lists attached printers, and with `mdns/` it finds network printers without printing anything.
 *
 * Read `connection.ts` first, then `deviceFile.ts` and `usbBus.ts`.
 */
export { type DeviceFile, DeviceFileConnection, errorCodeOf, RELEASE_TIMEOUT, waitAtMost } from './deviceFile.js';
export { type Connection, ConnectionState, type Loss, LOSSES, type Transport } from './connection.js';
export { type Drivers, nativeDrivers, type SerialPort } from './drivers.js';
export { findAttached, findInNetworks, type FoundPrinter, isClassAttached } from './found.js';
export {
  type CodePageName,
  type CodePageNumbers,
  CYRILLIC_CODE_PAGES,
  DEFAULT_MAKE,
  LATIN_CODE_PAGES,
  DEVICE_FONTS,
  type DeviceFont,
  PRINT_HEAD_DOTS,
  PRINTER_MAKES,
  PRINTER_MODELS,
  type PrinterMake,
} from './printerModels.js';
export type { Receive, UsbBus, UsbDevice, UsbPipes } from './usbBus.js';
