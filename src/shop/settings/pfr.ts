import {
  type Environment,
  environmentText,
  environmentOfHost,
  hostOf,
  PFR_MODES,
  PFR_TRAITS,
  type PfrMode,
} from '../../contract/index.js';
import { isRecord, type JsonSchema, defineMessages, type Message, phrase } from '../../base/index.js';
import { type InstalledCertificates, record, type Setting } from './setting.js';

const MESSAGES = defineMessages('pfrSetting', {
  noAddress: {
    en: 'pfr.{environment}: the installed certificate has no address. Enter one: "url":"https://…".',
    sr: 'Процесор: инсталирани сертификат нема адресу. Унесите је.',
  },
  sameAddress: {
    en: 'pfr.sandbox and pfr.production: both have the same address. Give each environment its own processor.',
    sr: 'Оба окружења имају исту адресу. Сваком окружењу дајте његов процесор.',
  },
  sameCertificate: {
    en: 'pfr.sandbox and pfr.production: both have the same certificate. Give each environment its own.',
    sr: 'Оба окружења имају исти сертификат. Сваком окружењу дајте његов.',
  },
  notAnAddress: { en: 'pfr.{environment}: {url} is not an address.', sr: '{url} није адреса процесора.' },
  cardNeedsTls12: {
    en: 'pfr.{environment}: the key of a card is for TLS 1.2; leave "tls" out.',
    sr: 'Процесор: кључ картице је за TLS 1.2; не бирајте другу верзију.',
  },
  pinNeedsTls: {
    en: 'pfr.{environment}: a pin is for an https address; plain http has no key that could be checked.',
    sr: 'Процесор: отисак кључа је за https адресу; обичан http нема кључ који би се проверио.',
  },
  otherSystem: {
    en: "pfr.{environment}: {host} is the tax authority's {system} system. Give the {other} address.",
    sr: 'Процесор: {host} је систем Пореске управе за {system}. Унесите адресу за {other}.',
  },
});

/** The tax authority requests the certificate by renegotiation, which TLS 1.3 does not have. */
const TLS_VERSIONS = ['1.2', '1.3'] as const;
type TlsVersion = (typeof TLS_VERSIONS)[number];

/** `text`: 1234 as text; `number`: 1234 as JSON; `json`: "1234"; `object`: {"pin":"1234"}. */
const PIN_BODIES = ['text', 'number', 'json', 'object'] as const;
type PinBody = (typeof PIN_BODIES)[number];

/** Connection to the fiscal processor of one environment. */
export interface PfrSetting {
  readonly mode: PfrMode;
  /** Base address of an `lpfr` or `vpfr`. Without it, the address in the certificate of a `vpfr` is used. */
  readonly url?: string;
  /** Secret that belongs to a `vpfr` certificate: 6 upper-case letters and digits. */
  readonly pac?: string;
  /**
   * Location of the key of a `vpfr`. `card`: on the smart card in the reader of the box, without certificate file and
   * `pac`. Default: in the installed certificate.
   */
  readonly key?: 'card';
  /** TLS version for a `vpfr`; default 1.2. */
  readonly tls?: TlsVersion;
  /**
   * The only key of an `lpfr` that is accepted over https: `sha256/` and, in Base64, the SHA-256 of its
   * SubjectPublicKeyInfo (RFC 7469, 2.4). Its issuer and validity are then ignored.
   */
  readonly pin?: string;
  /** How an `lpfr` expects its PIN; default `text`. */
  readonly pinBody?: PinBody;
  /** Maximum wait for an answer of an `lpfr` or `vpfr`, whole seconds from 1 to 120; default 40. */
  readonly timeout?: number;
  /**
   * How long after a request the processor may still sign it, seconds, 1 to 600; default 60, and never less than 1.5
   * times `timeout`. With less time than the device really takes, a receipt may be signed twice.
   */
  readonly signingLimit?: number;
  /** Maximum time from a lost answer until the next order is sent, whole seconds from 1 to 60; default 5. */
  readonly sellOnAfter?: number;
  /** True when the box issues a Training sale to settle a lost order when no buyer comes. Default true. */
  readonly settlingSale?: boolean;
}

/** The processors of both environments, by the names of their settings. */
export type PfrSettings = { readonly [name in `pfr.${Environment}`]: PfrSetting };

/** An address with an optional path. It must not contain a user name and password (RFC 3986). */
const ADDRESS = '^https?://[^\\s/\\\\?#@]+(?:/[^\\s\\\\?#]*)?$';
const SECURE_ADDRESS = ADDRESS.replace('https?', 'https');
const PAC = '^[A-Z0-9]{6}$';
/** 32 bytes in Base64: the last digit has two unused bits. */
const PIN = '^sha256/[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$';

const address: JsonSchema = { type: 'string', maxLength: 200, pattern: ADDRESS };
const secureAddress: JsonSchema = { ...address, pattern: SECURE_ADDRESS };
const pac: JsonSchema = { type: 'string', pattern: PAC };
const key: JsonSchema = { const: 'card' };
const tls: JsonSchema = { type: 'string', enum: TLS_VERSIONS };
const pin: JsonSchema = { type: 'string', pattern: PIN };
const pinBody: JsonSchema = { type: 'string', enum: PIN_BODIES };
const timeout: JsonSchema = { type: 'integer', minimum: 1, maximum: 120 };
const signingLimit: JsonSchema = { type: 'integer', minimum: 1, maximum: 600 };
const sellOnAfter: JsonSchema = { type: 'integer', minimum: 1, maximum: 60 };
const settlingSale: JsonSchema = { type: 'boolean' };
const times = { timeout, signingLimit, sellOnAfter, settlingSale };
const timeNames = Object.keys(times);

const pfrSchema: JsonSchema = {
  type: 'object',
  required: ['mode'],
  allOf: [
    { type: 'object', properties: { mode: { enum: PFR_MODES } } },
    {
      type: 'object',
      required: ['mode'],
      discriminator: { propertyName: 'mode' },
      oneOf: [
        record({ mode: { const: 'demo' } }),
        record({ mode: { const: 'lpfr' }, url: address, pin, pinBody, ...times }, ['pin', 'pinBody', ...timeNames]),
        record({ mode: { const: 'vpfr' }, url: secureAddress, pac, key, tls, ...times }, [
          ...['url', 'pac', 'key', 'tls'],
          ...timeNames,
        ]),
      ],
    },
  ],
};

/** The setting for the processor of one environment. */
export function pfrSetting(environment: Environment): Setting<PfrSetting> {
  return {
    reach: 'devices',
    schema: pfrSchema,
    patternWords: {
      [ADDRESS]: {
        sr: 'мора бити адреса као https://192.168.1.20:7555',
        en: 'must be an address like https://192.168.1.20:7555',
      },
      [SECURE_ADDRESS]: {
        sr: 'мора бити https адреса као https://vsdc.sandbox.suf.purs.gov.rs',
        en: 'must be an https address like https://vsdc.sandbox.suf.purs.gov.rs',
      },
      [PAC]: { sr: 'мора бити 6 великих слова или цифара', en: 'must be 6 upper-case letters or digits' },
      [PIN]: {
        sr: 'мора бити sha256/ и 44 знака Base64, како га показује kasirbox pfr status',
        srOnPage: 'мора бити sha256/ и 44 знака Base64, како га показује страница Стање',
        enOnPage: 'must be sha256/ and 44 characters of Base64, as the page Status shows it',
        en: 'must be sha256/ and 44 characters of Base64, as kasirbox pfr status shows it',
      },
    },
    defaultValue: () => ({ mode: 'demo' }),
    normalized: withUpperCasePac,
    secrets: ['pac'],
    secretsGoTo: ['mode', 'url'],
    fault: (processor, installed) =>
      badAddress(environment, processor) ??
      cardWithTls13(environment, processor) ??
      pinWithoutTls(environment, processor) ??
      noAddress(environment, processor, installed),
  };
}

/** The letters of a PAC are all upper-case, whatever the case of the input. */
function withUpperCasePac(given: unknown): unknown {
  return isRecord(given) && typeof given['pac'] === 'string' ? { ...given, pac: given['pac'].toUpperCase() } : given;
}

/** The pattern also matches some texts that are not addresses, such as one with port 99999. */
function badAddress(environment: Environment, { url }: PfrSetting): Message | undefined {
  return url === undefined || URL.canParse(url) ? undefined : MESSAGES.notAnAddress({ environment, url });
}

/** Without TLS the pinned key would not be checked, which its owner would not expect. */
function pinWithoutTls(environment: Environment, { url = '', pin }: PfrSetting): Message | undefined {
  if (pin === undefined || new URL(url).protocol === 'https:') return undefined;
  return MESSAGES.pinNeedsTls({ environment });
}

/** The card supports only the signatures of TLS 1.2. */
function cardWithTls13(environment: Environment, { key: its, tls: version }: PfrSetting): Message | undefined {
  if (its === undefined || version !== '1.3') return undefined;
  return MESSAGES.cardNeedsTls12({ environment });
}

/** Without a `url`, a V-PFR needs the address in its certificate. */
function noAddress(environment: Environment, { mode, url, key: its }: PfrSetting, installed: InstalledCertificates) {
  // A card may be inserted later.
  if (its === 'card') return undefined;
  if (!PFR_TRAITS[mode].needsCertificate || url !== undefined || installed[environment]?.vsdcUrl !== null)
    return undefined;
  return MESSAGES.noAddress({ environment });
}

/** Checks the two processors against each other; each has already been checked separately. */
export function badProcessors(processors: PfrSettings): Message | undefined {
  return (
    wrongSide('sandbox', processors['pfr.sandbox']) ??
    wrongSide('production', processors['pfr.production']) ??
    sameProcessor(processors)
  );
}

/** A processor of the other environment would turn tests into fiscal receipts, or real sales into tests. */
function wrongSide(environment: Environment, { url }: PfrSetting): Message | undefined {
  if (url === undefined) return undefined;
  const host = hostOf(url);
  const side = environmentOfHost(host);
  if (side === undefined || side === environment) return undefined;
  const system = phrase({ sr: environmentText(side).sr, en: side === 'sandbox' ? 'test' : 'production' });
  return MESSAGES.otherSystem({ environment, host, system, other: phrase(environmentText(environment)) });
}

/**
 * A processor, or a certificate, belongs to one environment only. Used in the other, it would do what {@link wrongSide}
 * prevents.
 */
function sameProcessor(processors: PfrSettings): Message | undefined {
  const [sandbox, production] = [processors['pfr.sandbox'], processors['pfr.production']];
  if (sandbox.url !== undefined && production.url !== undefined && placeOf(sandbox.url) === placeOf(production.url)) {
    return MESSAGES.sameAddress;
  }
  if (sandbox.pac !== undefined && sandbox.pac === production.pac) {
    return MESSAGES.sameCertificate;
  }
  return undefined;
}

/** Normalized form of an address. The scheme is ignored, because one port cannot serve both HTTP and HTTPS. */
function placeOf(url: string): string {
  const { protocol, port, pathname } = new URL(url);
  const usualPort = protocol === 'https:' ? '443' : '80';
  return `${hostOf(url)}:${port === '' ? usualPort : port}${pathname.replace(/\/+$/, '')}`;
}
