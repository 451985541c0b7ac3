import { failed, isRecord, ok, type Result, type UtcMs, utf8Text } from '../../../base/index.js';
import { type BotSetting, type NotifySetting, TELEGRAM_API_URL } from '../../../shop/settings/index.js';
import { type DeliveryFailure, failureOf, unanswered } from '../deliveryFailure.js';
import { post, type PostAnswer, type PostOptions, type PostRequest, webhookBody, webhookRequest } from '../post.js';

/** The interface of Telegram bots (https://core.telegram.org/bots/api), which other services offer too. */

/** Longest text of a message (sendMessage of Telegram), UTF-16 units. */
const MAX_TEXT = 4096;

function botRequest({ token, chat, url = TELEGRAM_API_URL }: BotSetting, { text }: OwnerMessage): PostRequest {
  return {
    url: new URL(`${url.replace(/\/+$/, '')}/bot${token}/sendMessage`),
    headers: {},
    body: JSON.stringify({
      chat_id: chat,
      text: cut(text),
      // Prevents the chat from fetching and showing the verification page of each receipt.
      link_preview_options: { is_disabled: true },
    }),
  };
}

/** A chat refuses longer texts, and later messages would wait behind it. Never cuts through a surrogate pair. */
function cut(text: string): string {
  if (text.length <= MAX_TEXT) return text;
  return `${text.slice(0, MAX_TEXT - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** `{"ok":true,…}`: the message is in the chat. */
export function isAccepted(body: Buffer): boolean {
  return read(body)?.['ok'] === true;
}

/** The pause that a refusal demands, `{"parameters":{"retry_after":35}}`, ms. */
export function botRetryAfter(body: Buffer): number | undefined {
  const parameters = read(body)?.['parameters'];
  const seconds = isRecord(parameters) ? parameters['retry_after'] : undefined;
  const isPause = typeof seconds === 'number' && Number.isSafeInteger(seconds) && seconds >= 0;
  return isPause ? seconds * 1000 : undefined;
}

function read(body: Buffer): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(utf8Text(body) ?? '');
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

type MessageType = 'invoice.issued' | 'alarm.on' | 'alarm.over' | 'test';

/** One message to the owner. */
export interface OwnerMessage {
  /** The same in every repeat, so that a program can recognize it; letters, digits, dots and hyphens. */
  readonly id: string;
  readonly type: MessageType;
  /** When it was created. */
  readonly at: UtcMs;
  /** For a chat: Serbian Cyrillic, a few lines. */
  readonly text: string;
  /** For a program: plain JSON. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Sends messages to the receiver that the owner has configured. */
export interface Notifier {
  /** Succeeds when the other side has accepted the message. `stop` aborts the attempt at once, with `stopped`. */
  send(setting: NotifySetting, message: OwnerMessage, stop: AbortSignal): Promise<Result<void, DeliveryFailure>>;
}

/** Sends by HTTP. */
export class HttpNotifier implements Notifier {
  constructor(
    private readonly now: () => UtcMs,
    private readonly options: Partial<PostOptions> = {},
  ) {}

  async send(setting: NotifySetting, message: OwnerMessage, stop: AbortSignal): Promise<Result<void, DeliveryFailure>> {
    const answer = await post(this.requestFor(setting, message), this.options, stop);
    if (!answer.ok) return failed(unanswered(answer.error));
    return this.judge(setting, answer.value);
  }

  private requestFor(setting: NotifySetting, message: OwnerMessage): PostRequest {
    if (setting.kind === 'bot') return botRequest(setting, message);
    return webhookRequest(setting, message.id, webhookBody(message), this.now());
  }

  private judge({ kind }: NotifySetting, answer: PostAnswer): Result<void, DeliveryFailure> {
    const { status, body } = answer;
    if (status >= 200 && status < 300) {
      // Another server may answer instead of the bot, such as the login page of a guest network.
      const isTaken = kind === 'webhook' || isAccepted(body);
      return isTaken ? ok(undefined) : failed({ kind: 'broken', status, cause: null, retryAfter: 0 });
    }
    return failed(failureOf(answer, this.now(), kind === 'bot' ? botRetryAfter(body) : undefined));
  }
}
