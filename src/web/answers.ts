import type { HttpResponse } from '../http/index.js';
import { wordsOf } from './refusals/wordsOf.js';

/** What a page is told when something did not work, by the HTTP status that it comes with. Pages have the words for people. */
const STATUS = {
  /** Nobody is signed in, or not any more. */
  signed_out: 401,
  /** The name and the password, the PIN or the code do not belong together. */
  wrong_secret: 403,
  /** The role of the user does not permit it. */
  not_allowed: 403,
  /** The request did not come from a page of this box. */
  foreign: 403,
  /** The box has an owner already. */
  claimed: 409,
  /** What was typed cannot be taken; the message says why. */
  validation: 422,
  /** The operation was refused; the message says why. */
  refused: 409,
  /** The page believes something of the box that is not so any more; nothing was done. */
  changed: 409,
  /** Too many guesses; `wait` says for how many seconds. */
  slow_down: 429,
} as const;

export type WebErrorCode = keyof typeof STATUS;

/** `message` is an English sentence; the answer has it in Serbian too, where there are words for it. */
export function webError(
  code: WebErrorCode,
  message: string,
  more: Readonly<Record<string, unknown>> = {},
): HttpResponse {
  const words = wordsOf(message);
  const serbian = words === undefined ? {} : { messageSr: words.sr };
  return { status: STATUS[code], body: { error: { code, message, ...serbian, ...more } } };
}
