import { mayBePrinter } from './devices.js';
import { hostOf } from './hosts.js';
import { type PrinterAddress, readAddress } from './printerAddress.js';
import { CYRILLIC_PAGES, type PrinterSetting } from './printers.js';

/** A logo as a file, and all of them together, bytes: the setting is one record of the ledger. */
export const MAX_LOGO = 48 * 1024;
export const MAX_LOGOS = 256 * 1024;

const BASE64 = /^(?=.)(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
/** What is shown in place of a logo. */
const NOTE = /^\(\d+ bytes\)$/;
const MM_PER_INCH = 25.4;

/** A printer as it is shown: a picture in base64 would fill the screen. */
export function withoutPicture({ logo, ...printer }: PrinterSetting): PrinterSetting {
  return logo === undefined ? printer : { ...printer, logo: `(${bytesOf(logo)} bytes)` };
}

/** What is wrong with printers of the right form, an English sentence; undefined when nothing is. */
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
  return badAddress(printer, before) ?? badHead(printer) ?? badPages(printer) ?? badLogo(printer);
}

function badAddress({ address }: PrinterSetting, before: readonly PrinterSetting[]): string | undefined {
  const read = readAddress(address);
  if (!read.ok) return read.error;
  if ('path' in read.value && !mayBePrinter(read.value.path)) {
    return `${read.value.path} is no printer. Give the device file of one, as /dev/usb/lp0 or /dev/ttyUSB0.`;
  }
  const twin = before.find((other) => {
    const known = readAddress(other.address);
    return known.ok && isSamePlace(known.value, read.value);
  });
  if (twin === undefined) return undefined;
  const how = read.value.kind === 'usb' ? ' Two of one model are told apart by their serial numbers.' : '';
  return `${twin.name} is at the same address. One printer is set once.${how}`;
}

/** Two ways to one device: they would write into each other's receipts. */
function isSamePlace(one: PrinterAddress, other: PrinterAddress): boolean {
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

/** The host as it is connected to; the names of this machine are one. */
function machineOf(host: string): string {
  const name = hostOf(`tcp://${host.includes(':') ? `[${host}]` : host.toLowerCase()}`);
  return ['localhost', '[::1]'].includes(name) ? '127.0.0.1' : name;
}

function badHead({ width, dpi, dots }: PrinterSetting): string | undefined {
  if (dots === undefined) return undefined;
  const fitting = width === 58 ? [384] : [512, 576].filter((known) => (known / dpi) * MM_PER_INCH <= width);
  if (fitting.includes(dots)) return undefined;
  return `a head of ${width} mm paper and ${dpi} dpi has ${fitting.join(' or ')} dots, not ${dots}.`;
}

/**
 * Under one number a printer has one page: letters of the other would come out wrong. And receipts are Cyrillic: without
 * such a page each of them would be drawn as a picture after all.
 */
function badPages({ codePages = 'epson' }: PrinterSetting): string | undefined {
  if (typeof codePages === 'string') return undefined;
  const pages = Object.entries(codePages);
  const twin = pages.find(([, number], index) => pages.findIndex(([, known]) => known === number) !== index);
  if (twin !== undefined)
    return `codePages has the number ${twin[1]} twice. Its self-test prints the number of each page.`;
  if (CYRILLIC_PAGES.some((page) => codePages[page] !== undefined)) return undefined;
  return `codePages has no page with Cyrillic. Give the number of ${CYRILLIC_PAGES.join(', ')}, or use "mode":"raster".`;
}

function badLogo({ name, logo }: PrinterSetting): string | undefined {
  if (logo === undefined) return undefined;
  const advice = `kasirbox print logo ${name} FILE.png`;
  if (NOTE.test(logo)) return `logo is only the note of its size. Leave it out, and run afterwards: ${advice}`;
  const size = bytesOf(logo);
  if (size > MAX_LOGO) return `logo has ${kib(size)}. Give a picture of ${kib(MAX_LOGO)} at most.`;
  return BASE64.test(logo) ? undefined : `logo must be a PNG in base64. Easier is: ${advice}`;
}

/** Bytes that a text in base64 stands for (RFC 4648, 4). */
function bytesOf(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : Number(base64.endsWith('='));
  return Math.floor((base64.length * 3) / 4) - padding;
}

function kib(bytes: number): string {
  return `${Math.ceil(bytes / 1024)} KiB`;
}
