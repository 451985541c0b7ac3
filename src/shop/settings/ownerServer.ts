import { X509Certificate } from 'node:crypto';
import { readUserSeed, defineMessages, type Message } from '../../base/index.js';
import type { Setting } from './setting.js';

const MESSAGES = defineMessages('stream', {
  badUrl: {
    en: 'stream: url must be an address like tls://nats.example.rs:4222.',
    sr: 'Адреса сервера власника мора бити као tls://nats.example.rs:4222.',
  },
  mistyped: {
    en: 'stream: credentials are mistyped: give the seed as kasirbox fleet add printed it.',
    sr: 'Кључ корисника има грешку у куцању: унесите га како га је исписала команда kasirbox fleet add.',
  },
  notAnAuthority: {
    en: 'stream: ca must be the certificate of an authority, not that of a server.',
    sr: 'Унесите сертификат издаваоца, а не сервера.',
  },
  notPem: { en: 'stream: ca must be a certificate as PEM.', sr: 'Сертификат издаваоца мора бити у облику PEM.' },
});

/** The owner's server that receives the ledger events, by NATS JetStream. */
export interface StreamSetting {
  /** `tls://nats.example.rs:4222`. */
  readonly url: string;
  /** Seed of the NKey of a user: it authenticates the box, and never leaves the box. */
  readonly credentials: string;
  /** `kasirbox.SHOP`; the box adds its own id. */
  readonly subject: string;
  /** PEM of the authority of the server's certificate; default: the usual public ones. */
  readonly ca?: string;
  /** True to send the buyer's identification and data that contains it. Default true. */
  readonly personalData?: boolean;
  /** Maximum records per second while the box catches up; unlimited by default. */
  readonly recordsPerSecond?: number;
}

const URL_OF_SERVER = '^tls://[^\\s/\\\\?#@]+$';
/** An NKey seed in base32: its kind, 32 bytes and a checksum. */
const SEED = '^SU[A-Z2-7]{56}$';
/** One token of a NATS subject. */
const SUBJECT =
  '^kasirbox\\.[A-Za-z0-9_\\u0400-\\u045f\\u0106\\u0107\\u010c\\u010d\\u0110\\u0111\\u0160\\u0161\\u017d\\u017e-]{1,40}$';
const PEM = '^-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\\s-]+-----END CERTIFICATE-----\\s*$';
const LONGEST_PEM = 16_384;

/** Null: nothing is sent. */
export const streamSetting: Setting<StreamSetting | null> = {
  reach: 'sales',
  schema: {
    type: ['object', 'null'],
    required: ['url', 'credentials', 'subject'],
    additionalProperties: false,
    properties: {
      url: { type: 'string', maxLength: 300, pattern: URL_OF_SERVER },
      credentials: { type: 'string', pattern: SEED },
      subject: { type: 'string', pattern: SUBJECT },
      ca: { type: 'string', maxLength: LONGEST_PEM, pattern: PEM },
      personalData: { type: 'boolean' },
      recordsPerSecond: { type: 'integer', minimum: 1, maximum: 100_000 },
    },
  },
  patternWords: {
    [URL_OF_SERVER]: {
      sr: 'мора бити адреса као tls://nats.example.rs:4222',
      en: 'must be an address like tls://nats.example.rs:4222',
    },
    [SEED]: {
      sr: 'мора бити кључ корисника: SU и још 56 слова и цифара, како га је за овај уређај добио онај ко води сервер',
      en: 'must be the seed of a user: SU and 56 more letters and digits, as the administrator of the server got it for this box',
    },
    [SUBJECT]: {
      sr: 'мора бити kasirbox. и име од слова a до z, цифара, - или _, као kasirbox.novi-sad-1',
      en: 'must be kasirbox. and a name in letters a to z, digits, - or _, like kasirbox.novi-sad-1',
    },
    [PEM]: { sr: 'мора бити сертификат издаваоца у облику PEM', en: 'must be the certificate of an authority as PEM' },
  },
  defaultValue: () => null,
  secrets: ['credentials'],
  secretsGoTo: ['url'],
  fault: badStream,
};

function badStream(stream: StreamSetting | null): Message | undefined {
  if (stream === null) return undefined;
  if (!URL.canParse(stream.url)) return MESSAGES.badUrl;
  if (readUserSeed(stream.credentials) === undefined) return MESSAGES.mistyped;
  if (stream.ca === undefined) return undefined;
  try {
    const { ca } = new X509Certificate(stream.ca);
    return ca ? undefined : MESSAGES.notAnAuthority;
  } catch {
    return MESSAGES.notPem;
  }
}

/** What the box does with a version that the owner publishes for the group: apply it, ask a person, or ignore it. */
const GROUP_MODES = ['follow', 'offer', 'ignore'] as const;
export type GroupMode = (typeof GROUP_MODES)[number];

/** The group of boxes that share prices and settings. They are on the server of the setting `stream`. */
export interface GroupSetting {
  readonly name: string;
  /** Default `ignore`. */
  readonly catalogue?: GroupMode;
  /** Default `ignore`. */
  readonly settings?: GroupMode;
}

/** One token of a NATS subject. */
const GROUP_NAME = '^[A-Za-z0-9_-]{1,40}$';

/** Null: the box belongs to no group. */
export const groupSetting: Setting<GroupSetting | null> = {
  reach: 'sales',
  schema: {
    type: ['object', 'null'],
    required: ['name'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', pattern: GROUP_NAME },
      catalogue: { type: 'string', enum: GROUP_MODES },
      settings: { type: 'string', enum: GROUP_MODES },
    },
  },
  patternWords: {
    [GROUP_NAME]: {
      sr: 'мора бити од 1 до 40 слова од a до z, цифара, - или _, као kiosks',
      en: 'must be 1 to 40 letters a to z, digits, - or _, like kiosks',
    },
  },
  defaultValue: () => null,
};
