import { type JsonSchema, defineMessages, type Message } from '../../base/index.js';
import { httpTarget, isLoopback, signingSecret, TARGET_TEXTS, targetFault } from './webhooks.js';
import { memberFault, type Setting, settingFault } from './setting.js';

const MESSAGES = defineMessages('notify', {
  botNeedsTls: {
    en: 'the url of a bot must begin with https://, since it carries the token.',
    sr: 'Адреса бота мора почети са https://, јер носи токен.',
  },
});

/** Which messages the owner wants, for every way of sending. */
interface NotifyOptions {
  /** A message for each issued receipt; default true. */
  readonly receipts?: boolean;
  /** A message for faults that the box cannot fix by itself; default true. */
  readonly alarms?: boolean;
  /** Minutes within which a returning alarm is not sent again, 1 to 1440; default {@link DEFAULT_QUIET_MINUTES}. */
  readonly quietMinutes?: number;
  /**
   * Maximum age of a receipt when it can be sent, hours, 1 to 720; older ones are skipped. Default {@link
   * DEFAULT_MAX_AGE_HOURS}.
   */
  readonly maxAgeHours?: number;
}

/** A bot that writes to a chat, with an API like Telegram's. */
export interface BotSetting extends NotifyOptions {
  readonly kind: 'bot';
  /** The token gives full control of the bot. */
  readonly token: string;
  /** Number of a chat, or the @name of a channel. */
  readonly chat: string | number;
  /** Address of the API, without `/bot…`; default {@link TELEGRAM_API_URL}. */
  readonly url?: string;
}

/** A program of the owner that receives JSON. */
interface WebhookSetting extends NotifyOptions {
  readonly kind: 'webhook';
  /** Its path may be a secret of the receiver. */
  readonly url: string;
  /** `whsec_` and 24 to 64 bytes in base64, the format of Standard Webhooks. When set, messages are signed with it. */
  readonly secret?: string;
}

export type NotifySetting = BotSetting | WebhookSetting;

export const TELEGRAM_API_URL = 'https://api.telegram.org';
export const DEFAULT_QUIET_MINUTES = 60;
export const DEFAULT_MAX_AGE_HOURS = 24;

const TOKEN = '^[A-Za-z0-9:_-]+$';
const CHAT = '^(?:-?\\d{1,19}|@[A-Za-z]\\w{3,31})$';

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
            url: httpTarget,
          },
          ['token', 'chat'],
        ),
        kind('webhook', { url: httpTarget, secret: signingSecret }, ['url']),
      ],
    },
  ],
};

/** Null: the owner gets no messages. */
export const notifySetting: Setting<NotifySetting | null> = {
  reach: 'sales',
  schema: notifySchema,
  patternWords: {
    ...TARGET_TEXTS,
    [TOKEN]: { sr: 'мора бити токен као 123456:ABC-def', en: 'must be a token like 123456:ABC-def' },
    [CHAT]: {
      sr: 'мора бити број разговора, као -1001234567890, или име канала, као @pekara',
      en: 'must be the number of a chat, like -1001234567890, or the name of a channel, like @pekara',
    },
  },
  defaultValue: () => null,
  secrets: ['token', 'secret', 'url'],
  secretsGoTo: ['kind'],
  fault: badNotify,
};

/**
 * Checks the address that messages are sent to. Without TLS a bot's token may only be sent
 * to the box itself.
 */
function badNotify(setting: NotifySetting | null): Message | undefined {
  if (setting?.url === undefined) return undefined;
  if (setting.kind === 'bot' && URL.canParse(setting.url)) {
    const { protocol, hostname } = new URL(setting.url);
    if (protocol === 'https:' || isLoopback(hostname)) return undefined;
    return memberFault('notify', 'url', MESSAGES.botNeedsTls);
  }
  const fault = targetFault(setting.url);
  return fault && settingFault('notify', fault);
}
