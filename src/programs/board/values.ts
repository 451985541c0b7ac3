import { isIP, isIPv4 } from 'node:net';
import { readCode } from '../../shop/access/index.js';
import { english, failed, isHostName, isTin, ok, type Result } from '../../base/index.js';
import { companyFault } from '../../shop/settings/index.js';
import { type Check, type Fault, VALUE_TEXTS, wrong } from './boardTexts.js';

/** Maximum length of a line, characters: an RSA key of 16,384 bits and its comment. */
const MAX_LINE = 3000;
const LINE = /^(ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp(?:256|384|521)) ([A-Za-z0-9+/]+={0,2})(?: (.*))?$/;
const MIN_RSA_BITS = 2048;
const MAX_RSA_BITS = 16_384;
/** Bytes of an uncompressed point, by curve (RFC 5656, 3.1). */
const POINTS: Readonly<Record<string, number>> = { nistp256: 65, nistp384: 97, nistp521: 133 };

/** One public key as a line of `authorized_keys`, rebuilt so that it has no options and no second line. */
function sshKeyOf(text: string): Result<string, Fault> {
  const [, type = '', base64 = '', comment = ''] = (text.length <= MAX_LINE && LINE.exec(text.trim())) || [];
  const blob = Buffer.from(base64, 'base64');
  const fields = fieldsOf(blob);
  const isWhole = blob.toString('base64').replace(/=+$/, '') === base64.replace(/=+$/, '');
  if (!isWhole || fields?.[0]?.toString() !== type || !isStrong(type, fields)) return wrong(VALUE_TEXTS.sshKey);
  const remark = comment.replace(/[^\w.@+-]+/g, '-').slice(0, 60);
  return ok([type, base64, remark].filter((part) => part !== '').join(' '));
}

function isStrong(type: string, [, first, second, ...others]: readonly Buffer[]): boolean {
  if (first === undefined || others.length > 0) return false;
  if (type === 'ssh-ed25519') return first.length === 32 && second === undefined;
  if (second === undefined) return false;
  if (type === 'ssh-rsa') return isModulus(second);
  const curve = first.toString();
  return type === `ecdsa-sha2-${curve}` && second.length === POINTS[curve] && second[0] === 4;
}

function isModulus(bytes: Buffer): boolean {
  const significant = bytes[0] === 0 ? bytes.subarray(1) : bytes;
  const bits = significant.length * 8 - Math.clz32(significant[0] ?? 0) + 24;
  return bits >= MIN_RSA_BITS && bits <= MAX_RSA_BITS;
}

/** The strings of an SSH key blob (RFC 4251, 5); undefined when they do not fill it exactly. */
function fieldsOf(blob: Buffer): Buffer[] | undefined {
  const fields: Buffer[] = [];
  for (let at = 0; at < blob.length;) {
    if (at + 4 > blob.length) return undefined;
    const end = at + 4 + blob.readUInt32BE(at);
    if (end > blob.length) return undefined;
    fields.push(blob.subarray(at + 4, end));
    at = end;
  }
  return fields;
}

/** Maximum bytes of a network name (IEEE 802.11, 9.4.2.2). */
const MAX_SSID = 32;
const MAX_SERVERS = 8;
const MAX_KEYS = 10;

function text<T>(name: string, read: (value: string) => Result<T, Fault>): Check<T> {
  return (value) => (typeof value === 'string' ? read(value) : wrong(VALUE_TEXTS.text, { name }));
}

/** One text, or an array of them. */
function texts<T>(name: string, most: number, read: (value: string) => Result<T, Fault>): Check<readonly T[]> {
  return (value) => {
    const given: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (given.length > most || !given.every((one) => typeof one === 'string')) {
      return wrong(VALUE_TEXTS.texts, { name, most });
    }
    const all: T[] = [];
    for (const one of given) {
      const result = read(one);
      if (!result.ok) return result;
      all.push(result.value);
    }
    return ok(all);
  };
}

function orNone<T>(read: (value: string) => Result<T, Fault>): (value: string) => Result<T | null, Fault> {
  return (value) => (value === '' ? ok(null) : read(value));
}

const yesNo =
  (name: string): Check<boolean> =>
  (value) =>
    typeof value === 'boolean' ? ok(value) : wrong(VALUE_TEXTS.yesNo, { name });

function ssid(value: string): Result<string, Fault> {
  return Buffer.byteLength(value) <= MAX_SSID ? ok(value) : wrong(VALUE_TEXTS.ssid);
}

/** Eight to 63 printable ASCII characters, or the key itself (IEEE 802.11, J.4). */
function password(value: string): Result<string, Fault> {
  return /^(?:[ -~]{8,63}|[0-9a-fA-F]{64})$/.test(value) ? ok(value) : wrong(VALUE_TEXTS.password);
}

function country(value: string): Result<string, Fault> {
  return /^[A-Za-z]{2}$/.test(value) ? ok(value.toUpperCase()) : wrong(VALUE_TEXTS.country);
}

function code(value: string): Result<string, Fault> {
  const read = readCode(value);
  return /^[0-9A-HJKMNP-TV-Z]{8}$/.test(read) ? ok(read) : wrong(VALUE_TEXTS.code);
}

/** A member of the company, checked by the setting's own rules. */
function ofCompany(member: Parameters<typeof companyFault>[0]): Check<string> {
  return text(member, (value) => {
    const reason = companyFault(member, value);
    if (reason !== undefined) return failed({ text: VALUE_TEXTS.company, values: { reason: english(reason) } });
    return member === 'tin' && !isTin(value) ? wrong(VALUE_TEXTS.tin) : ok(value);
  });
}

/** Allowed values of each section, with their checks. An empty text resets the stored value. */
export const SECTIONS = {
  wifi: {
    ssid: text('ssid', ssid),
    password: text('password', password),
    hidden: yesNo('hidden'),
    country: text('country', country),
  },
  network: {
    hostname: text('hostname', orNone(hostNameOf)),
    address: text('address', orNone(networkOf)),
    gateway: text('gateway', orNone(gatewayOf)),
    dns: texts('dns', MAX_SERVERS, dnsServerOf),
    time_servers: texts('time_servers', MAX_SERVERS, timeServerOf),
  },
  company: {
    name: ofCompany('name'),
    tin: ofCompany('tin'),
    location: ofCompany('location'),
    address: ofCompany('address'),
    district: ofCompany('district'),
  },
  claim: { code: text('code', code) },
  ssh: {
    key: (value) => (value === '' ? ok<readonly string[]>([]) : texts('key', MAX_KEYS, sshKeyOf)(value)),
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Check<unknown>>>>>;

/** Values that are wiped from the file once they are taken over. */
export const SECRETS: ReadonlySet<string> = new Set(['wifi.password', 'claim.code']);

type Values<S> = { readonly [K in keyof S]?: S[K] extends Check<infer T> ? T : never };

/** The values of a file by section, as returned by their checks. */
export type Given = { readonly [S in keyof typeof SECTIONS]?: Values<(typeof SECTIONS)[S]> };

/** Address of the box in the network of its own access point. */
export const ACCESS_POINT_ADDRESS = '10.83.0.1';
export const ACCESS_POINT_PREFIX = 24;

/** An IPv4 address with its prefix length. */
export interface Network {
  readonly address: string;
  readonly prefix: number;
}

/** Parses `192.168.1.50/24`: an address that a device of that network may have. */
function networkOf(text: string): Result<Network, Fault> {
  const [, address = '', digits = ''] = /^([\d.]{7,15})\/(\d{1,2})$/.exec(text) ?? [];
  const prefix = Number(digits);
  if (!isIPv4(address) || prefix < 8 || prefix > 30) return wrong(VALUE_TEXTS.address);
  const host = numberOf(address) % 2 ** (32 - prefix);
  const isLast = host === 2 ** (32 - prefix) - 1;
  const first = Number(address.split('.')[0]);
  if (host === 0 || isLast || first === 0 || first === 127 || first >= 224) return wrong(VALUE_TEXTS.address);
  const own = { address: ACCESS_POINT_ADDRESS, prefix: ACCESS_POINT_PREFIX };
  const shorter = Math.min(prefix, own.prefix);
  if (isInside(own.address, { address, prefix: shorter })) return wrong(VALUE_TEXTS.addressTaken);
  return ok({ address, prefix });
}

/** True when this IPv4 address is in that network. */
export function isInside(address: string, { address: other, prefix }: Network): boolean {
  const size = 2 ** (32 - prefix);
  return Math.floor(numberOf(address) / size) === Math.floor(numberOf(other) / size);
}

function gatewayOf(text: string): Result<string, Fault> {
  return isIPv4(text) ? ok(text) : wrong(VALUE_TEXTS.gateway);
}

/** An IPv4 or IPv6 address without a zone, because a zone is a name that the file could invent. */
function dnsServerOf(text: string): Result<string, Fault> {
  return isAddress(text) ? ok(text.toLowerCase()) : wrong(VALUE_TEXTS.dns);
}

function timeServerOf(text: string): Result<string, Fault> {
  return isAddress(text) || isHostName(text) ? ok(text.toLowerCase()) : wrong(VALUE_TEXTS.timeServers);
}

/** One label of a DNS name (RFC 1123, 2.1) that is not a number; in lower case. */
function hostNameOf(text: string): Result<string, Fault> {
  const name = text.toLowerCase();
  const isLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(name) && !/^\d+$/.test(name);
  return isLabel && name !== 'localhost' ? ok(name) : wrong(VALUE_TEXTS.hostname);
}

function isAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes('%');
}

function numberOf(address: string): number {
  return address.split('.').reduce((number, part) => number * 256 + Number(part), 0);
}
