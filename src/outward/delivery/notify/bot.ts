import { isRecord, utf8Text } from '../../../base/index.js';
import { type BotSetting, TELEGRAM_API_URL } from '../../../shop/settings/index.js';
import type { PostRequest } from '../post.js';
import type { OwnerMessage } from './message.js';

/** The interface of Telegram bots (https://core.telegram.org/bots/api), which other services offer too. */

/** Longest text of a message (sendMessage of Telegram), UTF-16 units. */
const MAX_TEXT = 4096;

export function botRequest({ token, chat, url = TELEGRAM_API_URL }: BotSetting, { text }: OwnerMessage): PostRequest {
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
