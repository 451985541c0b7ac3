import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { aboutMember, defineMessages, type JsonSchema, type Message, type MessageText } from '../../base/index.js';
import { EVENT_TYPES, type EventType } from '../../platform/ledger/index.js';
import { record, type Setting } from './setting.js';

const HTTP_TARGET_MESSAGES = defineMessages('target', {
  needsTls: {
    en: '{field} must begin with https://; http:// is for a private address such as http://192.168.1.20:8123/path.',
    sr: 'адреса мора почети са https://; http:// је само за приватну адресу као http://192.168.1.20:8123/path.',
  },
  notAnAddress: { en: '{field} is not an address.', sr: 'адреса није исправна.' },
});

/** Addresses of the owner's servers that receive JSON from the box. */

/** No user name or password, no fragment. A path and a query may follow the host. */
const TARGET = '^https?://[^\\s/\\\\?#@]+(?:/[^\\s\\\\#]*)?$';
const QUAD = '[A-Za-z0-9+/]{4}';
/** 24 bytes are 8 groups of base64; 64 bytes are 21 groups and one of a single byte. */
const SECRET = `^whsec_(?:(?:${QUAD}){8,21}(?:[A-Za-z0-9+/]{2}==)?|(?:${QUAD}){8,20}[A-Za-z0-9+/]{3}=)$`;

/** Schema of an address; {@link targetFault} makes further checks. */
export const httpTarget: JsonSchema = { type: 'string', maxLength: 500, pattern: TARGET };
/** `whsec_` and 24 to 64 bytes in base64, the format of Standard Webhooks. */
export const signingSecret: JsonSchema = { type: 'string', pattern: SECRET };

/** Descriptions of the patterns for error messages. */
export const TARGET_TEXTS: Readonly<Record<string, MessageText>> = {
  [TARGET]: {
    sr: 'мора бити адреса као https://example.rs/path',
    en: 'must be an address like https://example.rs/path',
  },
  [SECRET]: {
    sr: 'мора бити whsec_ и од 24 до 64 насумичних бајтова у облику base64; овако се добија: echo whsec_$(openssl rand -base64 32)',
    srOnPage: 'мора бити whsec_ и од 24 до 64 насумичних бајтова у облику base64',
    enOnPage: 'must be whsec_ and 24 to 64 random bytes in base64',
    en: 'must be whsec_ and 24 to 64 random bytes in base64; make one: echo whsec_$(openssl rand -base64 32)',
  },
};

/**
 * Addresses that Internet routers do not forward (RFC 1918, RFC 3927, RFC 4193, RFC 4291), and those of the box itself.
 */
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
 * Checks an address that receipts are sent to. Without TLS the target must be an IP
 * address in the shop's own network: any device on the Wi-Fi could answer for a host name.
 */
export function targetFault(url: string): Message | undefined {
  if (!URL.canParse(url)) return aboutMember(['url'], HTTP_TARGET_MESSAGES.notAnAddress({ field: 'url' }));
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:' || isLoopback(hostname) || isPrivate(hostname)) return undefined;
  return aboutMember(['url'], HTTP_TARGET_MESSAGES.needsTls({ field: 'url' }));
}

/** True when the host of a URL is the box itself. */
export function isLoopback(hostname: string): boolean {
  const host = withoutBrackets(hostname);
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

function isPrivate(hostname: string): boolean {
  const host = withoutBrackets(hostname);
  if (isIPv4(host)) return PRIVATE.check(host, 'ipv4');
  return isIPv6(host) && PRIVATE.check(host, 'ipv6');
}

function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}

const WEBHOOK_MESSAGES = defineMessages('webhooks', {
  wrong: { en: 'webhooks: {entry}: {fault}', sr: '{entry}: {fault}' },
  twice: { en: 'webhooks: the name {entry} is given twice.', sr: 'Име {entry} је наведено два пута.' },
});

/** All types with the same first part, such as `invoice.*`. */
type EventGroup = EventType extends `${infer Group}.${string}` ? `${Group}.*` : never;

/** A program of the owner that receives the events of `GET /events`, as Standard Webhooks. */
export interface WebhookTarget {
  /** Identifies its position in the ledger. */
  readonly name: string;
  /** Its path may be a secret of the receiver. */
  readonly url: string;
  /** `whsec_` and 24 to 64 bytes in base64: signs each request. */
  readonly secret: string;
  /** Event types to send; default: all. */
  readonly events?: readonly (EventType | EventGroup)[];
}

const MOST = 5;
/** No leading hyphen: a name must not look like a command option. */
const NAME = '^[A-Za-z0-9][A-Za-z0-9-]{0,29}$';

const groups = EVENT_TYPES.map((type) => `${type.slice(0, type.indexOf('.'))}.*`);
const WANTED: readonly string[] = [...EVENT_TYPES, ...new Set(groups)];

export const webhooksSetting: Setting<readonly WebhookTarget[]> = {
  reach: 'sales',
  schema: {
    type: 'array',
    maxItems: MOST,
    items: record(
      {
        name: { type: 'string', pattern: NAME },
        url: httpTarget,
        secret: signingSecret,
        events: { type: 'array', minItems: 1, uniqueItems: true, items: { type: 'string', enum: WANTED } },
      },
      ['events'],
    ),
  },
  patternWords: {
    ...TARGET_TEXTS,
    [NAME]: {
      sr: 'мора имати 1 до 30 слова од a до z, цифара или цртица, без цртице на почетку, нпр. web-shop',
      en: 'must be 1 to 30 letters a to z, digits or hyphens, with no hyphen in front, like web-shop',
    },
  },
  defaultValue: () => [],
  secrets: ['secret', 'url'],
  fault: badWebhooks,
};

function badWebhooks(targets: readonly WebhookTarget[]): Message | undefined {
  const names = targets.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return WEBHOOK_MESSAGES.twice({ entry: twice });
  for (const [index, { name, url }] of targets.entries()) {
    const fault = targetFault(url);
    if (fault !== undefined) return aboutMember([index, 'url'], WEBHOOK_MESSAGES.wrong({ entry: name, fault }));
  }
  return undefined;
}

/** True when a webhook subscribes to events of this type. */
export function wants({ events }: Pick<WebhookTarget, 'events'>, type: EventType): boolean {
  return (
    events === undefined ||
    events.some((one) => one === type || (one.endsWith('.*') && type.startsWith(one.slice(0, -1))))
  );
}
