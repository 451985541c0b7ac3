import { hostOf } from '../../base/index.js';
import { CYRILLIC_CODE_PAGES, PRINT_HEAD_DOTS } from '../../platform/devices/index.js';
import { mayBePrinter } from './deviceFiles.js';
import { type PrinterAddress, readAddress } from './printerAddress.js';
import type { PrinterSetting } from './printers.js';

/** Maximum bytes of one logo file, and of all together: the setting is one record of the ledger. */
export const MAX_LOGO = 48 * 1024;
export const MAX_LOGOS = 256 * 1024;

const BASE64 = /^(?=.)(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
/** Placeholder displayed for a logo: its size. */
const NOTE = /^\(\d+ bytes\)$/;

/** A printer for display, with the size of its logo: the logo in base64 would fill the screen. */
export function withLogoSize({ logo, ...printer }: PrinterSetting): PrinterSetting {
  return logo === undefined ? printer : { ...printer, logo: `(${bytesOf(logo)} bytes)` };
}

/** Checks printers of the right form; returns an English sentence, or undefined without an error. */
export function badPrinters(printers: readonly PrinterSetting[]): string | undefined {
  for (const [index, printer] of printers.entries()) {
    const fault = badPrinter(printer, printers.slice(0, index));
    if (fault !== undefined) return `printers: ${printer.name}: ${fault}`;
  }
  const logos = printers.reduce((sum, { logo = '' }) => sum + bytesOf(logo), 0);
  if (logos <= MAX_LOGOS) return undefined;
  return `printers: the logos have ${kib(logos)} together. Give smaller pictures: ${kib(MAX_LOGOS)} at most.`;
}

function badPrinter(printer: PrinterSetting, before: readonly PrinterSetting[]): string | undefined {
  const isNamesake = ({ name }: PrinterSetting): boolean => name.toLowerCase() === printer.name.toLowerCase();
  if (before.some(isNamesake)) return 'another printer has this name. Give each a name of its own.';
  return (
    badAddress(printer, before) ?? badLanguage(printer) ?? badDots(printer) ?? badCodePages(printer) ?? badLogo(printer)
  );
}

function badAddress({ address }: PrinterSetting, before: readonly PrinterSetting[]): string | undefined {
  const read = readAddress(address);
  if (!read.ok) return read.error;
  if ('path' in read.value && !mayBePrinter(read.value.path)) {
    return `${read.value.path} is no printer. Give the device file of one, as /dev/usb/lp0 or /dev/ttyUSB0.`;
  }
  const twin = before.find((other) => isSamePrinter(other.address, address));
  if (twin === undefined) return undefined;
  const hint = read.value.kind === 'usb' ? ' Two of one model are told apart by their serial numbers.' : '';
  return `${twin.name} is at the same address. One printer is set once.${hint}`;
}

/** True when two addresses, as entered, are the same printer. */
export function isSamePrinter(one: string, other: string): boolean {
  const [first, second] = [readAddress(one), readAddress(other)];
  return first.ok && second.ok && isSameDevice(first.value, second.value);
}

/** True when both addresses are the same device. Two printers on one device would write into each other's receipts. */
function isSameDevice(one: PrinterAddress, other: PrinterAddress): boolean {
  if (one.kind === 'tcp' || other.kind === 'tcp') {
    if (one.kind !== 'tcp' || other.kind !== 'tcp') return false;
    return one.port === other.port && machineOf(one.host) === machineOf(other.host);
  }
  if (one.kind === 'usb' || other.kind === 'usb') {
    if (one.kind !== 'usb' || other.kind !== 'usb') return false;
    const isSameModel = one.vendor === other.vendor && one.product === other.product;
    return isSameModel && (one.serial === null || other.serial === null || one.serial === other.serial);
  }
  return one.path === other.path;
}

/** The host name used for the connection. All names of this machine count as the same. */
function machineOf(host: string): string {
  const name = hostOf(`tcp://${host.includes(':') ? `[${host}]` : host.toLowerCase()}`);
  return ['localhost', '[::1]'].includes(name) ? '127.0.0.1' : name;
}

/**
 * Star's line mode feeds in millimetres, which are whole dots only at 8 dots per mm. Its code pages are not those of
 * ESC/POS.
 */
function badLanguage({ language = 'escpos', mode, dpi }: PrinterSetting): string | undefined {
  if (language === 'escpos') return undefined;
  if (mode === 'text') return `in the language ${language} every slip is drawn. Use "mode":"raster".`;
  return dpi === 203 ? undefined : `a printer with the language ${language} has 203 dpi. Use "dpi":203.`;
}

function badDots({ width, dpi, dots }: PrinterSetting): string | undefined {
  if (dots === undefined) return undefined;
  const fitting: readonly number[] = PRINT_HEAD_DOTS[width][dpi];
  if (fitting.includes(dots)) return undefined;
  return `a head of ${width} mm paper and ${dpi} dpi has ${fitting.join(' or ')} dots, not ${dots}.`;
}

/**
 * A printer has one code page under one number: characters of a second one would be printed wrong. One of the pages
 * must be Cyrillic, because otherwise each receipt would still be drawn as a picture.
 */
function badCodePages({ codePages }: PrinterSetting): string | undefined {
  if (codePages === undefined || typeof codePages === 'string') return undefined;
  const numbers = Object.entries(codePages);
  const twin = numbers.find(([, number], index) => numbers.findIndex(([, known]) => known === number) !== index);
  if (twin !== undefined)
    return `codePages has the number ${twin[1]} twice. Its self-test prints the number of each page.`;
  if (CYRILLIC_CODE_PAGES.some((name) => codePages[name] !== undefined)) return undefined;
  return `codePages has no page with Cyrillic. Give the number of ${CYRILLIC_CODE_PAGES.join(', ')}, or use "mode":"raster".`;
}

function badLogo({ name, logo }: PrinterSetting): string | undefined {
  if (logo === undefined) return undefined;
  const advice = `kasirbox print logo ${name} FILE`;
  if (NOTE.test(logo)) return `logo is only the note of its size. Leave it out, and run afterwards: ${advice}`;
  const size = bytesOf(logo);
  if (size > MAX_LOGO) return `logo has ${kib(size)}. Give a picture of ${kib(MAX_LOGO)} at most.`;
  return BASE64.test(logo) ? undefined : `logo must be a PNG in base64. Easier is: ${advice}`;
}

/** Number of bytes that a base64 text encodes (RFC 4648, 4). */
function bytesOf(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : Number(base64.endsWith('='));
  return Math.floor((base64.length * 3) / 4) - padding;
}

function kib(bytes: number): string {
  return `${Math.ceil(bytes / 1024)} KiB`;
}
