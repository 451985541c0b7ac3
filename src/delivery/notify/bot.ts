import { isRecord } from '../../base/json.js';
import { utf8Text } from '../../base/text.js';
import { type BotSetting, TELEGRAM } from '../../settings/notify.js';
import type { Posting } from '../post.js';
import type { OwnerMessage } from './message.js';

/** The interface of Telegram's bots (https://core.telegram.org/bots/api), which others have too. */

/** Longest text of a message (sendMessage of Telegram), UTF-16 units. */
const MAX_TEXT = 4096;

export function botPosting({ token, chat, url = TELEGRAM }: BotSetting, { text }: OwnerMessage): Posting {
  return {
    url: new URL(`${url.replace(/\/+$/, '')}/bot${token}/sendMessage`),
    headers: {},
    body: JSON.stringify({
      chat_id: chat,
      text: cut(text),
      // The verification page of each receipt is not to be fetched and drawn by the chat.
      link_preview_options: { is_disabled: true },
    }),
  };
}

/** A chat refuses what is longer, and all that is behind it would wait; no half of a sign may be left. */
function cut(text: string): string {
  if (text.length <= MAX_TEXT) return text;
  return `${text.slice(0, MAX_TEXT - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** `{"ok":true,…}`: the message stands in the chat. */
export function hasTaken(body: Buffer): boolean {
  return read(body)?.['ok'] === true;
}

/** The pause that a refusal asks for, `{"parameters":{"retry_after":35}}`, ms. */
export function botPause(body: Buffer): number | undefined {
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
