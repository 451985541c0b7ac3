import { defineMessages, type Message } from '../../base/index.js';
import { EVENT_TYPES, type EventType } from '../../platform/ledger/index.js';
import { httpTarget, signingSecret, TARGET_WORDS, targetFault } from './httpTarget.js';
import { record, type Setting } from './setting.js';

const MESSAGES = defineMessages('webhooks', {
  wrong: { en: 'webhooks: {entry}: {fault}', sr: '{entry}: {fault}' },
  twice: { en: 'webhooks: the name {entry} stands there twice.', sr: 'Име {entry} је наведено два пута.' },
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
    ...TARGET_WORDS,
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
  if (twice !== undefined) return MESSAGES.twice({ entry: twice });
  for (const { name, url } of targets) {
    const fault = targetFault(url);
    if (fault !== undefined) return MESSAGES.wrong({ entry: name, fault });
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
