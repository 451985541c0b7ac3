import { isIPv4, isIPv6 } from 'node:net';
import { failed, isHostName, ok, type Result, defineMessages, type Message } from '../../base/index.js';

const MESSAGES = defineMessages('printerAddress', {
  examples: {
    en: 'The address of a network printer is like 192.168.1.50, of others like {examples}.',
    sr: 'Адреса мрежног штампача је као 192.168.1.50, а осталих као {examples}.',
  },
  fault: {
    en: 'In the address of a printer {reason}, like {example}.',
    sr: 'У адреси штампача {reason}, као {example}.',
  },
  badDevice: { en: 'the device file must be below /dev', sr: 'датотека уређаја мора бити испод /dev' },
  badParameter: {
    en: 'only baud and flow may follow the question mark',
    sr: 'иза упитника могу стајати само baud и flow',
  },
  once: { en: '{name} may appear only once', sr: '{name} може стајати само једном' },
  badBaud: { en: 'baud must be one of {values}', sr: 'baud мора бити једно од: {values}' },
  badFlow: { en: 'flow must be one of {values}', sr: 'flow мора бити једно од: {values}' },
  badUsbId: {
    en: 'vendor and product must each be four hexadecimal digits',
    sr: 'произвођач и модел морају бити два пута по четири хексадецималне цифре',
  },
  badSerial: {
    en: 'the serial number must be 1 to 126 characters; write all but letters and digits as %2F',
    sr: 'серијски број мора имати од 1 до 126 знакова, а све осим слова и цифара пише се као %2F',
  },
  badHost: {
    en: 'the host must be a name or an address (IPv6 in brackets), without a path',
    sr: 'мрежна адреса мора бити име или IP адреса (IPv6 у угластим заградама), без путање',
  },
  badPort: { en: 'the port must be 1 to 65535', sr: 'порт мора бити од 1 до 65535' },
});

/** Supported speeds of serial printers, bits per second. */
const BAUD_RATES = [1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200, 230_400, 460_800, 921_600] as const;
type BaudRate = (typeof BAUD_RATES)[number];

/** How a serial printer signals a full buffer: by a wire (CTS), by bytes (XOFF, 13h), or not at all. */
const FLOWS = ['rtscts', 'xonxoff', 'none'] as const;
type Flow = (typeof FLOWS)[number];

/** Parsed address of a printer. Paths are below /dev. */
export type PrinterAddress =
  | { readonly kind: 'serial'; readonly path: string; readonly baud: BaudRate; readonly flow: Flow }
  /** `vendor` and `product` are USB ids, 0 to FFFFh. Without `serial`, it must be the only such device. */
  | { readonly kind: 'usb'; readonly vendor: number; readonly product: number; readonly serial: string | null }
  /** `host` is a name or an address, an IPv6 address without its brackets. */
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number }
  | { readonly kind: 'lp'; readonly path: string };

/** The port on which network printers accept raw bytes ("raw", "JetDirect"). */
const RAW_PORT = 9100;

/**
 * Defaults of a serial printer. Without flow control a full buffer silently loses characters, and only of long
 * receipts. If a cable has no wire for flow control, the first test slip shows it: nothing is printed.
 */
const USUAL = { baud: 115_200, flow: 'rtscts' } as const;

const EXAMPLES = {
  serial: 'serial:///dev/ttyUSB0?baud=115200&flow=rtscts',
  usb: 'usb://04b8:0e15/J4XF012345',
  tcp: 'tcp://192.168.1.50:9100',
  lp: 'lp:///dev/usb/lp0',
} as const;
type Kind = keyof typeof EXAMPLES;

/**
 * `192.168.1.50`, `[fe80::1]`, `kuhinja.local` or `kuhinja:9100`: copied from a printer's own slip. One word without a
 * port is more likely a typing error than a name.
 */
const NETWORK_ALONE = /^(?:(?:[\w-]+(?:\.[\w-]+)+|\[[\da-fA-F:.]+\])(?::\d{1,5})?|[\w-]+:\d{1,5})$/;

/** Maximum length of an address, characters. */
const MAX_LENGTH = 300;
/** A device file. No part may be `..`, which would lead out of /dev. Colons occur in /dev/serial/by-path. */
const DEVICE = /^\/dev(?:\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9._:+@,=-]+)+$/;
/** USB string descriptors contain 126 UTF-16 units at most (USB 2.0, 9.6.7). */
const SERIAL_NUMBER = /^[^\p{C}]{1,126}$/u;

/**
 * Reads the address of a printer as an operator enters it. The error shows a correct one.
 */
export function readAddress(text: string): Result<PrinterAddress, Message> {
  if (text.length <= MAX_LENGTH && NETWORK_ALONE.test(text)) return readTcp(text);
  if (isIPv6(text) && !text.includes('%')) return readTcp(`[${text}]`);
  const [, kind = '', rest = ''] = /^([a-z]+):\/\/(.*)$/s.exec(text) ?? [];
  if (!isKind(kind) || text.length > MAX_LENGTH) {
    return failed(MESSAGES.examples({ examples: Object.values(EXAMPLES).join(', ') }));
  }
  switch (kind) {
    case 'serial':
      return readSerial(rest);
    case 'usb':
      return readUsb(rest);
    case 'tcp':
      return readTcp(rest);
    case 'lp':
      return DEVICE.test(rest) ? ok({ kind, path: rest }) : wrong(kind, MESSAGES.badDevice);
  }
}

function isKind(text: string): text is Kind {
  return Object.hasOwn(EXAMPLES, text);
}

function wrong(kind: Kind, reason: Message): Result<never, Message> {
  return failed(MESSAGES.fault({ reason, example: EXAMPLES[kind] }));
}

function readSerial(rest: string): Result<PrinterAddress, Message> {
  const queryAt = rest.indexOf('?');
  const path = queryAt < 0 ? rest : rest.slice(0, queryAt);
  if (!DEVICE.test(path)) return wrong('serial', MESSAGES.badDevice);
  const found: { baud?: BaudRate; flow?: Flow } = {};
  for (const parameter of queryAt < 0 ? [] : rest.slice(queryAt + 1).split('&')) {
    const [, name, value] = /^(baud|flow)=(.*)$/s.exec(parameter) ?? [];
    if (name !== 'baud' && name !== 'flow') return wrong('serial', MESSAGES.badParameter);
    if (found[name] !== undefined) return wrong('serial', MESSAGES.once({ name }));
    if (name === 'baud') {
      const baud = BAUD_RATES.find((rate) => String(rate) === value);
      if (baud === undefined) return wrong('serial', MESSAGES.badBaud({ values: BAUD_RATES.join(', ') }));
      found.baud = baud;
    } else {
      const flow = FLOWS.find((one) => one === value);
      if (flow === undefined) return wrong('serial', MESSAGES.badFlow({ values: FLOWS.join(', ') }));
      found.flow = flow;
    }
  }
  return ok({ kind: 'serial', path, ...USUAL, ...found });
}

function readUsb(rest: string): Result<PrinterAddress, Message> {
  const [, vendor, product, written] = /^([0-9a-f]{4}):([0-9a-f]{4})(?:\/(.*))?$/is.exec(rest) ?? [];
  if (vendor === undefined || product === undefined) {
    return wrong('usb', MESSAGES.badUsbId);
  }
  const serial = written === undefined ? null : decoded(written);
  if (serial === undefined || (serial !== null && !SERIAL_NUMBER.test(serial))) {
    return wrong('usb', MESSAGES.badSerial);
  }
  return ok({ kind: 'usb', vendor: Number.parseInt(vendor, 16), product: Number.parseInt(product, 16), serial });
}

/** Percent-decodes (RFC 3986, 2.1); undefined when a character that a path must encode is not encoded. */
function decoded(text: string): string | undefined {
  if (!/^(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-F]{2})+$/i.test(text)) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function readTcp(rest: string): Result<PrinterAddress, Message> {
  const [, bracketed, bare, digits = String(RAW_PORT)] =
    /^(?:\[([0-9A-Fa-f:.]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(rest) ?? [];
  const host = bracketed ?? bare ?? '';
  const isHost = bracketed === undefined ? isName(host) : isIPv6(host);
  if (!isHost) return wrong('tcp', MESSAGES.badHost);
  const port = Number(digits);
  if (port < 1 || port > 65_535) return wrong('tcp', MESSAGES.badPort);
  return ok({ kind: 'tcp', host, port });
}

/** A name whose last part is only digits is a mistyped address: 192.168.1.500, 192.168.1 (RFC 1123, 2.1). */
function isName(host: string): boolean {
  return isIPv4(host) || (isHostName(host) && !/(?:^|\.)\d+$/.test(host));
}
