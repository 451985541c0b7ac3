import { aboutMember, defineMessages, describeFaults, memberPath, type Message } from '../../base/index.js';
import { hostOf } from '../../contract/index.js';
import { CYRILLIC_CODE_PAGES, PRINT_HEAD_DOTS } from '../../platform/devices/index.js';
import { type PrinterAddress, readAddress } from './printerAddress.js';
import { MAX_PRINTER_NAME, PRINTER_NAME, printerSchema, type PrinterSetting } from './printers.js';
import type { Setting } from './setting.js';

/** Names below /dev that are never a printer: bytes written there would be lost or do harm. */
const OTHER_DEVICES = [
  ...['null', 'zero', 'full', 'random', 'urandom', 'hwrng', 'ptmx', 'stdin', 'stdout', 'stderr', 'fd/.*'],
  ...['mem', 'kmem', 'port', 'kmsg', 'watchdog\\d*'],
  // The console and the virtual terminals. Serial ports are ttyS0, ttyUSB0, ttyACM0, ttyAMA0.
  ...['console', 'tty\\d*', 'vcs.*'],
  ...['sd[a-z]+\\d*', 'mmcblk.*', 'nvme.*', 'loop.*', 'ram\\d+', 'dm-\\d+', 'disk/.*', 'mapper/.*', 'shm/.*'],
];
const OTHER_DEVICE = new RegExp(`^/dev/(?:${OTHER_DEVICES.join('|')})$`);

/**
 * True when the device file may be a printer. A list of allowed names would miss new adapters, whose names come from
 * their driver or from a udev rule.
 */
function mayBePrinter(path: string): boolean {
  return !OTHER_DEVICE.test(path);
}

const PRINTER_MESSAGES = defineMessages('printers', {
  wrong: {
    en: 'printers: {entry}: {fault}',
    sr: 'printers: {entry}: {fault}',
    srOnPage: '{entry}: {fault}',
    enOnPage: '{entry}: {fault}',
  },
  sameAddress: {
    en: '{name} has the same address. Set each printer once.',
    sr: '{name} је на истој адреси. Један штампач се подешава једном.',
  },
  sameUsbAddress: {
    en: '{name} has the same address. Set each printer once. Two printers of the same model differ in their serial numbers.',
    sr: '{name} је на истој адреси. Један штампач се подешава једном. Два иста модела разликују се по серијском броју.',
  },
  logosTooLarge: {
    en: 'printers: the logos have {size} in total. Use smaller pictures: {most} at most.',
    sr: 'printers: логотипи заједно имају {size}. Дајте мање слике: највише {most}.',
    srOnPage: 'Логотипи заједно имају {size}. Дајте мање слике: највише {most}.',
    enOnPage: 'The logos have {size} in total. Use smaller pictures: {most} at most.',
  },
  nameTaken: {
    en: 'another printer has this name. Give each its own name.',
    sr: 'други штампач већ има то име. Сваком дајте његово.',
  },
  notAPrinter: {
    en: '{path} is not a printer. Give the device file of one, such as /dev/usb/lp0 or /dev/ttyUSB0.',
    sr: '{path} није штампач. Задајте његову датотеку уређаја, као /dev/usb/lp0 или /dev/ttyUSB0.',
  },
  badDots: {
    en: 'a head for {width} mm paper with {dpi} dpi has {fitting} dots, not {dots}.',
    sr: 'глава за папир од {width} mm и {dpi} dpi има {fitting} тачака, а не {dots}.',
  },
  codePageTwice: {
    en: 'codePages has the number {number} twice. The self-test of the printer prints the number of each page.',
    sr: 'број {number} је два пута међу кодним страницама. Самотест штампача исписује број сваке.',
  },
  drawnOnly: {
    en: 'in the language {language}, every slip is printed as a picture. Use "mode":"raster".',
    sr: 'На језику {language} сваки листић се штампа као слика. Наведите "mode":"raster".',
    srOnPage: 'На језику {language} сваки листић се штампа као слика. Изаберите начин штампања: слика.',
    enOnPage: 'In the language {language}, every slip is printed as a picture. Choose the printing mode: picture.',
  },
  otherDpi: {
    en: 'a printer with the language {language} has 203 dpi. Use "dpi":203.',
    sr: 'Штампач са језиком {language} има 203 тачке по инчу. Наведите "dpi":203.',
    srOnPage: 'Штампач са језиком {language} има 203 тачке по инчу. Изаберите 203.',
    enOnPage: 'A printer with the language {language} has 203 dpi. Choose 203.',
  },
  noCyrillic: {
    en: 'codePages has no page with Cyrillic. Give the number of {pages}, or use "mode":"raster".',
    sr: 'codePages нема страницу са ћирилицом. Задајте број за {pages}, или наведите "mode":"raster".',
    srOnPage: 'нема кодне странице са ћирилицом. Задајте број за {pages}, или изаберите начин штампања: слика.',
    enOnPage: 'there is no code page with Cyrillic. Give the number of {pages}, or choose the printing mode: picture.',
  },
  logoNote: {
    en: 'logo is only a note of the size of the picture. Leave it out, then run: {command}',
    sr: 'logo је само белешка о величини слике. Изоставите га, па покрените: {command}',
    srOnPage: 'логотип је само белешка о величини слике. Изоставите га, па га додајте поново.',
    enOnPage: 'the logo is only a note of the size of the picture. Leave it out, then add it again.',
  },
  logoTooLarge: {
    en: 'logo has {size}. Use a picture of {most} at most.',
    sr: 'логотип има {size}. Дајте слику од највише {most}.',
  },
  logoNotBase64: {
    en: 'logo must be a PNG in base64. An easier way: {command}',
    sr: 'logo мора бити PNG слика у облику base64. Лакше је: {command}',
    srOnPage: 'логотип мора бити PNG слика.',
    enOnPage: 'the logo must be a PNG picture.',
  },
});

/** Maximum bytes of one logo file, and of all together: the setting is one record of the ledger. */
export const MAX_LOGO = 48 * 1024;
const MAX_LOGOS = 256 * 1024;

const BASE64 = /^(?=.)(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
/** Placeholder displayed for a logo: its size. */
const NOTE = /^\(\d+ bytes\)$/;

/** A printer for display, with the size of its logo: the logo in base64 would fill the screen. */
function withLogoSize({ logo, ...printer }: PrinterSetting): PrinterSetting {
  return logo === undefined ? printer : { ...printer, logo: `(${bytesOf(logo)} bytes)` };
}

/** Checks printers of the right form; undefined without a fault. */
function badPrinters(printers: readonly PrinterSetting[]): Message | undefined {
  for (const [index, printer] of printers.entries()) {
    const fault = badPrinter(printer, printers.slice(0, index));
    if (fault !== undefined) return ofPrinter(index, printer, fault);
  }
  const logos = printers.reduce((sum, { logo = '' }) => sum + bytesOf(logo), 0);
  if (logos <= MAX_LOGOS) return undefined;
  return PRINTER_MESSAGES.logosTooLarge({ size: kib(logos), most: kib(MAX_LOGOS) });
}

/** The fault with the name of its printer. */
function ofPrinter(index: number, { name }: PrinterSetting, fault: Message): Message {
  const message = PRINTER_MESSAGES.wrong({ entry: name, fault });
  const path = memberPath(fault);
  return path === undefined ? message : aboutMember([index, ...path], message);
}

function badPrinter(printer: PrinterSetting, before: readonly PrinterSetting[]): Message | undefined {
  const isNamesake = ({ name }: PrinterSetting): boolean => name.toLowerCase() === printer.name.toLowerCase();
  if (before.some(isNamesake)) return PRINTER_MESSAGES.nameTaken;
  const address = badAddress(printer, before);
  if (address !== undefined) return aboutMember(['address'], address);
  return badLanguage(printer) ?? badDots(printer) ?? badCodePages(printer) ?? badLogo(printer);
}

function badAddress({ address }: PrinterSetting, before: readonly PrinterSetting[]): Message | undefined {
  const read = readAddress(address);
  if (!read.ok) return read.error;
  if ('path' in read.value && !mayBePrinter(read.value.path)) {
    return PRINTER_MESSAGES.notAPrinter({ path: read.value.path });
  }
  const twin = before.find((other) => isSamePrinter(other.address, address));
  if (twin === undefined) return undefined;
  const { name } = twin;
  return read.value.kind === 'usb' ? PRINTER_MESSAGES.sameUsbAddress({ name }) : PRINTER_MESSAGES.sameAddress({ name });
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
function badLanguage({ language = 'escpos', mode, dpi }: PrinterSetting): Message | undefined {
  if (language === 'escpos') return undefined;
  if (mode === 'text') return PRINTER_MESSAGES.drawnOnly({ language });
  return dpi === 203 ? undefined : PRINTER_MESSAGES.otherDpi({ language });
}

function badDots({ width, dpi, dots }: PrinterSetting): Message | undefined {
  if (dots === undefined) return undefined;
  const fitting: readonly number[] = PRINT_HEAD_DOTS[width][dpi];
  if (fitting.includes(dots)) return undefined;
  return PRINTER_MESSAGES.badDots({ width, dpi, fitting: fitting.join(' or '), dots });
}

/**
 * A printer has one code page under one number: characters of a second one would be printed wrong. One of the pages
 * must be Cyrillic, because otherwise each receipt would still be drawn as a picture.
 */
function badCodePages({ codePages }: PrinterSetting): Message | undefined {
  if (codePages === undefined || typeof codePages === 'string') return undefined;
  const numbers = Object.entries(codePages);
  const twin = numbers.find(([, number], index) => numbers.findIndex(([, known]) => known === number) !== index);
  if (twin !== undefined) return PRINTER_MESSAGES.codePageTwice({ number: twin[1] });
  if (CYRILLIC_CODE_PAGES.some((name) => codePages[name] !== undefined)) return undefined;
  return PRINTER_MESSAGES.noCyrillic({ pages: CYRILLIC_CODE_PAGES.join(', ') });
}

function badLogo({ name, logo }: PrinterSetting): Message | undefined {
  if (logo === undefined) return undefined;
  const advice = `kasirbox print logo ${name} FILE`;
  if (NOTE.test(logo)) return PRINTER_MESSAGES.logoNote({ command: advice });
  const size = bytesOf(logo);
  if (size > MAX_LOGO) return PRINTER_MESSAGES.logoTooLarge({ size: kib(size), most: kib(MAX_LOGO) });
  return BASE64.test(logo) ? undefined : PRINTER_MESSAGES.logoNotBase64({ command: advice });
}

/** Number of bytes that a base64 text encodes (RFC 4648, 4). */
function bytesOf(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : Number(base64.endsWith('='));
  return Math.floor((base64.length * 3) / 4) - padding;
}

function kib(bytes: number): string {
  return `${Math.ceil(bytes / 1024)} KiB`;
}

const LIST_MESSAGES = defineMessages('printersSetting', {
  notAList: {
    en: 'printers: the value must be a list in brackets.',
    sr: 'printers: вредност мора бити списак у угластим заградама.',
  },
  entry: { en: 'printers: [{index}]: {fault}.', sr: 'printers: [{index}]: {fault}.' },
});

const patternText = {
  [PRINTER_NAME]: {
    sr: `мора бити од 1 до ${MAX_PRINTER_NAME} слова, цифара или цртица, без цртице на почетку`,
    en: `must be 1 to ${MAX_PRINTER_NAME} letters, digits or hyphens, with no hyphen in front`,
  },
};

export const printersSetting: Setting<readonly PrinterSetting[]> = {
  reach: 'devices',
  schema: { type: 'array', maxItems: 20, items: printerSchema },
  patternWords: patternText,
  defaultValue: () => [],
  shown: (printers) => printers.map(withLogoSize),
  // Only on a change: a stored printer that can no longer be used is skipped, see readStoredPrinters.
  faultWhenChanged: badPrinters,
};

const faultOfForm = describeFaults(printerSchema, patternText);

/** The usable part of a stored value of `printers`. */
interface StoredPrinters {
  /** In their order; together they are a valid value. */
  readonly usable: readonly PrinterSetting[];
  /** Why the other printers are skipped. */
  readonly faults: readonly Message[];
}

/**
 * Selects the usable printers of a stored value. Releases before printing accepted any value, and a later release may
 * refuse what this one accepts. A wrong printer must not stop sales.
 */
export function readStoredPrinters(stored: unknown): StoredPrinters {
  if (!Array.isArray(stored)) return { usable: [], faults: [LIST_MESSAGES.notAList] };
  const usable: PrinterSetting[] = [];
  const faults: Message[] = [];
  for (const [index, entry] of (stored as readonly unknown[]).entries()) {
    const form = faultOfForm(entry);
    // The schema has accepted it when `form` is undefined.
    const printer = entry as PrinterSetting;
    const fault = form === undefined ? badPrinters([...usable, printer]) : LIST_MESSAGES.entry({ index, fault: form });
    if (fault === undefined) usable.push(printer);
    else faults.push(fault);
  }
  return { usable, faults };
}
