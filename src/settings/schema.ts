import {
  type Company,
  type Environment,
  ENVIRONMENTS,
  PFR_MODES,
  type PfrMode,
  type TaxLabel,
} from '../base/fiscal.js';
import { type JsonSchema, NOT_BLANK, PRINTABLE } from '../base/schema.js';
import { ABSOLUTE, type BackupSetting, backupSchema } from './backup.js';
import { OFFLINE_QUEUE, type OfflineQueueSetting, offlineQueueSchema } from './offlineQueue.js';
import { NOTIFY_PATTERN_WORDS, type NotifySetting, notifySchema } from './notify.js';
import { MAX_PRINTER_NAME, PRINTER_NAME, type PrinterSetting, printersSchema } from './printers.js';

/** The tax authority asks for the certificate by renegotiation, which TLS 1.3 does not have. */
const TLS_VERSIONS = ['1.2', '1.3'] as const;
export type TlsVersion = (typeof TLS_VERSIONS)[number];

/** `text`: 1234 as text; `number`: 1234 as JSON; `json`: "1234"; `object`: {"pin":"1234"}. */
const PIN_BODIES = ['text', 'number', 'json', 'object'] as const;
export type PinBody = (typeof PIN_BODIES)[number];

/** How a fiscal processor of one environment is reached. */
export interface PfrSetting {
  readonly mode: PfrMode;
  /** Base address of an `lpfr` or `vpfr`. A `vpfr` without one is asked where its certificate says. */
  readonly url?: string;
  /** Secret that goes with a `vpfr` certificate: 6 upper-case letters and digits. */
  readonly pac?: string;
  /** Version of TLS that a `vpfr` is spoken to with; 1.2 when left out. */
  readonly tls?: TlsVersion;
  /** How an `lpfr` wants its PIN; `text` when left out. */
  readonly pinBody?: PinBody;
  /** How long an answer of an `lpfr` or `vpfr` is waited for, whole seconds from 1 to 120; 40 when left out. */
  readonly timeout?: number;
  /**
   * How long after a request the processor may still sign it, seconds, 1 to 600; 60 when it is not set, and never less than
   * 1.5 times `timeout`. Below what the device really takes, a receipt may be signed twice.
   */
  readonly signingLimit?: number;
}

/** A tax label of the shop; only active ones are accepted on a receipt. Not used with a real processor. */
export interface TaxLabelSetting extends TaxLabel {
  readonly active: boolean;
}

export interface MailSetting {
  /** Name or address of the owner's mail server, without a port. */
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte, as on port 465 (RFC 8314); otherwise STARTTLS, as on port 587. */
  readonly secure: boolean;
  /** The sender's address when only a password is given. */
  readonly user?: string;
  /** With it the box logs in, and sends nothing without TLS. */
  readonly password?: string;
  /** `kasa@pekara.rs` or `Пекара <kasa@pekara.rs>`. */
  readonly from: string;
}

/** All settings by the names that `kasirbox settings` knows. */
export interface SettingValues {
  readonly environment: Environment;
  readonly 'pfr.sandbox': PfrSetting;
  readonly 'pfr.production': PfrSetting;
  readonly company: Company;
  readonly esir: { readonly number: string; readonly version: string };
  readonly taxLabels: readonly TaxLabelSetting[];
  readonly simplifiedCash: boolean;
  /** Null: no mail is sent. */
  readonly mail: MailSetting | null;
  /** Origin under which customers reach the box; null: found out from the address it listens on. */
  readonly publicUrl: string | null;
  readonly printers: readonly PrinterSetting[];
  /** Null: the box does not back itself up. */
  readonly backup: BackupSetting | null;
  /** Null: the owner is told nothing. */
  readonly notify: NotifySetting | null;
  /** Does `/metrics` tell figures to whoever asks? */
  readonly metrics: boolean;
  readonly offlineQueue: OfflineQueueSetting;
}

export type SettingName = keyof SettingValues;

/** A line of at most `maxLength` characters, not blank, as it is printed on receipts. */
function line(maxLength: number): JsonSchema {
  return { type: 'string', maxLength, allOf: [{ pattern: PRINTABLE }, { pattern: NOT_BLANK }] };
}

function record(properties: Readonly<Record<string, JsonSchema>>, optional: readonly string[] = []): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', required, properties, additionalProperties: false };
}

/**
 * An address with an optional path, and an origin of the box, which serves HTTPS only, without one. Neither may carry a
 * name and a password (RFC 3986).
 */
const ADDRESS = '^https?://[^\\s/\\\\?#@]+(?:/[^\\s\\\\?#]*)?$';
const SECURE_ADDRESS = ADDRESS.replace('https?', 'https');
const ORIGIN = '^https://[^\\s/\\\\?#@]+$';
/** Real processors bring their labels themselves, in the sandbox also Latin ones; those of the box are Cyrillic. */
const LETTER = '^(?=\\p{L})\\p{Script=Cyrillic}$';
/** Seven digits of the business premises and their name, as receipts print them. */
const LOCATION = '^\\d{7}-.*\\S';
const TIN = '^\\d{9}$';
const ESIR = '^[A-Za-z0-9.-]+$';
const PAC = '^[A-Z0-9]{6}$';

/** What a pattern asks for, in words. */
export const PATTERN_WORDS: Readonly<Record<string, string>> = {
  [PRINTABLE]: 'holds a control or invisible character',
  [NOT_BLANK]: 'must not be blank',
  [ADDRESS]: 'must be an address like https://192.168.1.20:7555/path',
  [SECURE_ADDRESS]: 'must be an https address like https://vsdc.sandbox.suf.purs.gov.rs',
  [ORIGIN]: 'must be an https address without a path, like https://kasa.local:8443',
  [LETTER]: 'must be one Cyrillic letter',
  [LOCATION]: 'must be 7 digits, a hyphen and a name, like 1234567-Пекара',
  [TIN]: 'must be 9 digits',
  [PAC]: 'must be 6 upper-case letters or digits',
  [PRINTER_NAME]: `must be 1 to ${MAX_PRINTER_NAME} letters, digits or hyphens, with no hyphen in front`,
  [ABSOLUTE]: 'must be an absolute path like /media/kasirbox',
  ...NOTIFY_PATTERN_WORDS,
  [ESIR]: 'may have Latin letters, digits, dots and hyphens only',
};

const address: JsonSchema = { type: 'string', maxLength: 200, pattern: ADDRESS };
const secureAddress: JsonSchema = { ...address, pattern: SECURE_ADDRESS };
const pac: JsonSchema = { type: 'string', pattern: PAC };
const tls: JsonSchema = { type: 'string', enum: TLS_VERSIONS };
const pinBody: JsonSchema = { type: 'string', enum: PIN_BODIES };
const timeout: JsonSchema = { type: 'integer', minimum: 1, maximum: 120 };
const signingLimit: JsonSchema = { type: 'integer', minimum: 1, maximum: 600 };

const pfr: JsonSchema = {
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
        record({ mode: { const: 'lpfr' }, url: address, pinBody, timeout, signingLimit }, [
          'pinBody',
          'timeout',
          'signingLimit',
        ]),
        record({ mode: { const: 'vpfr' }, url: secureAddress, pac, tls, timeout, signingLimit }, [
          'url',
          'pac',
          'tls',
          'timeout',
          'signingLimit',
        ]),
      ],
    },
  ],
};

const taxLabel = record({
  label: { type: 'string', pattern: LETTER },
  name: line(14),
  rate: { type: 'number', minimum: 0, maximum: 100 },
  active: { type: 'boolean' },
});

/** The form of each setting, as JSON Schema. */
export const settingSchemas: Readonly<Record<SettingName, JsonSchema>> = {
  environment: { type: 'string', enum: ENVIRONMENTS },
  'pfr.sandbox': pfr,
  'pfr.production': pfr,
  company: record({
    name: line(100),
    tin: { type: 'string', pattern: TIN },
    location: { ...line(100), pattern: LOCATION },
    address: line(100),
    district: line(100),
  }),
  esir: record({
    number: { type: 'string', maxLength: 30, pattern: ESIR },
    version: { type: 'string', maxLength: 29, pattern: ESIR },
  }),
  taxLabels: { type: 'array', minItems: 1, maxItems: 30, items: taxLabel },
  simplifiedCash: { type: 'boolean' },
  mail: {
    type: ['object', 'null'],
    required: ['host', 'port', 'secure', 'from'],
    dependentRequired: { user: ['password'] },
    additionalProperties: false,
    properties: {
      host: line(253),
      port: { type: 'integer', minimum: 1, maximum: 65535 },
      secure: { type: 'boolean' },
      user: line(200),
      password: line(200),
      from: line(190),
    },
  },
  publicUrl: { type: ['string', 'null'], maxLength: 200, pattern: ORIGIN },
  printers: printersSchema,
  backup: backupSchema,
  notify: notifySchema,
  metrics: { type: 'boolean' },
  offlineQueue: offlineQueueSchema,
};

/** Members that never come back from a question, by setting. */
export const SECRETS: Readonly<Partial<Record<SettingName, readonly string[]>>> = {
  'pfr.sandbox': ['pac'],
  'pfr.production': ['pac'],
  mail: ['password'],
  notify: ['token', 'secret', 'url'],
};

/** The TIN of a box that has no company yet. */
export const NO_TIN = '000000000';

/** What holds until something else is set. Labels and rates are those of the Serbian VAT law. */
export function defaultSettings(version: string): SettingValues {
  return {
    environment: 'sandbox',
    'pfr.sandbox': { mode: 'demo' },
    'pfr.production': { mode: 'demo' },
    company: {
      name: 'ДЕМО ПРОДАВНИЦА',
      tin: NO_TIN,
      location: '0000000-ДЕМО ПРОДАВНИЦА',
      address: 'НЕПОЗНАТА АДРЕСА',
      district: 'Београд',
    },
    esir: { number: '0', version },
    taxLabels: [
      { label: 'Ђ', name: 'О-ПДВ', rate: 20, active: true },
      { label: 'Е', name: 'П-ПДВ', rate: 10, active: true },
      { label: 'Г', name: 'Без ПДВ', rate: 0, active: true },
      { label: 'А', name: 'Није у ПДВ', rate: 0, active: false },
    ],
    simplifiedCash: false,
    mail: null,
    publicUrl: null,
    printers: [],
    backup: null,
    notify: null,
    metrics: false,
    offlineQueue: OFFLINE_QUEUE,
  };
}
