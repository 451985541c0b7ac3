import { readCode } from '../../shop/access/index.js';
import { failed, isTin, ok, type Result, english } from '../../base/index.js';
import { companyFault } from '../../shop/settings/index.js';
import { dnsServerOf, gatewayOf, hostNameOf, networkOf, timeServerOf } from './addresses.js';
import { type Check, type Fault, wrong } from './problem.js';
import { sshKeyOf } from './sshKey.js';
import { VALUE_TEXTS } from './texts.js';

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
