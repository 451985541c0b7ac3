import { BlockList, isIPv4, isIPv6 } from 'node:net';
import type { JsonSchema } from '../base/index.js';
import type { Setting } from './setting.js';

/** What the owner wants to be told, whichever way it is sent. */
interface NotifyOptions {
  /** Each receipt that is issued; yes when left out. */
  readonly receipts?: boolean;
  /** Faults that the box cannot mend by itself; yes when left out. */
  readonly alarms?: boolean;
  /** An alarm that comes again sooner than this is not sent again, minutes, 1 to 1440; {@link DEFAULT_QUIET_MINUTES} when left out. */
  readonly quietMinutes?: number;
  /** A receipt that is older than this when it can be sent is left out, hours, 1 to 720; {@link DEFAULT_MAX_AGE_HOURS} when left out. */
  readonly maxAgeHours?: number;
}

/** A bot that writes into a chat, over an API like Telegram's. */
export interface BotSetting extends NotifyOptions {
  readonly kind: 'bot';
  /** Whoever has it is the bot. */
  readonly token: string;
  /** Number of a chat, or the @name of a channel. */
  readonly chat: string | number;
  /** Where the API is, without `/bot…`; {@link TELEGRAM_API_URL} when left out. */
  readonly url?: string;
}

/** A program of the owner's own, which gets JSON. */
export interface WebhookSetting extends NotifyOptions {
  readonly kind: 'webhook';
  /** Its path may be a secret of the receiver. */
  readonly url: string;
  /** `whsec_` and 24 to 64 bytes in base64, as Standard Webhooks writes it: with it messages are signed. */
  readonly secret?: string;
}

export type NotifySetting = BotSetting | WebhookSetting;

export const TELEGRAM_API_URL = 'https://api.telegram.org';
export const DEFAULT_QUIET_MINUTES = 60;
export const DEFAULT_MAX_AGE_HOURS = 24;

/** No name and password, no fragment; behind the host there may be a path and a query. */
const TARGET = '^https?://[^\\s/\\\\?#@]+(?:/[^\\s\\\\#]*)?$';
const TOKEN = '^[A-Za-z0-9:_-]+$';
const CHAT = '^(?:-?\\d{1,19}|@[A-Za-z]\\w{3,31})$';
const SECRET = '^whsec_(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$';

const target: JsonSchema = { type: 'string', maxLength: 500, pattern: TARGET };
const options: Readonly<Record<string, JsonSchema>> = {
  receipts: { type: 'boolean' },
  alarms: { type: 'boolean' },
  quietMinutes: { type: 'integer', minimum: 1, maximum: 1440 },
  maxAgeHours: { type: 'integer', minimum: 1, maximum: 720 },
};

function kind(name: NotifySetting['kind'], own: Readonly<Record<string, JsonSchema>>, required: string[]): JsonSchema {
  const properties = { kind: { const: name }, ...own, ...options };
  return { type: 'object', required, properties, additionalProperties: false };
}

const notifySchema: JsonSchema = {
  type: ['object', 'null'],
  required: ['kind'],
  allOf: [
    { type: ['object', 'null'], properties: { kind: { enum: ['bot', 'webhook'] } } },
    {
      type: ['object', 'null'],
      required: ['kind'],
      discriminator: { propertyName: 'kind' },
      oneOf: [
        kind(
          'bot',
          {
            token: { type: 'string', maxLength: 200, pattern: TOKEN },
            chat: { type: ['string', 'integer'], pattern: CHAT },
            url: target,
          },
          ['token', 'chat'],
        ),
        kind(
          'webhook',
          // 24 bytes are 32 characters of base64, 64 bytes are 88.
          { url: target, secret: { type: 'string', minLength: 38, maxLength: 94, pattern: SECRET } },
          ['url'],
        ),
      ],
    },
  ],
};

/** Null: the owner is told nothing. */
export const notifySetting: Setting<NotifySetting | null> = {
  schema: notifySchema,
  patternWords: {
    [TARGET]: 'must be an address like https://example.rs/path',
    [TOKEN]: 'must be a token like 123456:ABC-def',
    [CHAT]: 'must be the number of a chat, like -1001234567890, or the name of a channel, like @pekara',
    [SECRET]: 'must be whsec_ and 24 to 64 random bytes in base64; make one: echo whsec_$(openssl rand -base64 32)',
  },
  defaultValue: () => null,
  secrets: ['token', 'secret', 'url'],
  secretsGoTo: ['kind'],
  fault: badNotify,
};

/** Addresses that no router of the Internet passes on (RFC 1918, RFC 3927, RFC 4193, RFC 4291), and those of the box itself. */
const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  PRIVATE.addSubnet(network, prefix, 'ipv4');
}
PRIVATE.addAddress('::1', 'ipv6');
PRIVATE.addSubnet('fc00::', 7, 'ipv6');
PRIVATE.addSubnet('fe80::', 10, 'ipv6');

/**
 * What is wrong with the address that messages go to, an English sentence. Without TLS a receipt may only go through the shop's
 * own network, and to an address, since anybody on the Wi-Fi could answer for a name. A bot's token may not go anywhere
 * without TLS but to the box itself.
 */
function badNotify(setting: NotifySetting | null): string | undefined {
  if (setting?.url === undefined) return undefined;
  if (!URL.canParse(setting.url)) return 'notify: url is not an address.';
  const { protocol, hostname } = new URL(setting.url);
  if (protocol === 'https:') return undefined;
  const host = hostname.replace(/^\[|\]$/g, '');
  if (setting.kind === 'bot') {
    return isLoopback(host)
      ? undefined
      : 'notify: the url of a bot must begin with https://, since it carries the token.';
  }
  if (isLoopback(host) || isPrivate(host)) return undefined;
  return 'notify: url must begin with https://; http:// is for a private address such as http://192.168.1.20:8123/path.';
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

function isPrivate(host: string): boolean {
  if (isIPv4(host)) return PRIVATE.check(host, 'ipv4');
  return isIPv6(host) && PRIVATE.check(host, 'ipv6');
}
