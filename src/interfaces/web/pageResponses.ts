import { memberPath, type Message, pointerTo } from '../../base/index.js';
import type { HttpResponse } from '../../platform/http/index.js';
import { onField, onPage } from './pageText.js';

/** Error codes for pages, with their HTTP status. The pages have the texts for people. */
const STATUS = {
  /** No user is signed in, or the session has ended. */
  signed_out: 401,
  /** The name and the password, the PIN or the code do not match. */
  wrong_secret: 403,
  /** The role of the user does not permit it. */
  not_allowed: 403,
  /** The request did not come from a page of this box. */
  foreign: 403,
  /** The box already has an owner. */
  claimed: 409,
  /** The input is not valid; the message says why. */
  validation: 422,
  /** The operation was refused; the message says why. */
  refused: 409,
  /** The page's view of the box is outdated; nothing was done. */
  changed: 409,
  /** Too many guesses; `wait` is the number of seconds to wait. */
  slow_down: 429,
} as const;

type WebErrorCode = keyof typeof STATUS;

/** Error response to a page: the message in English, and in Serbian. */
export function webError(
  code: WebErrorCode,
  message: Message,
  more: Readonly<Record<string, unknown>> = {},
): HttpResponse {
  const { sr, en } = onPage(message);
  const path = memberPath(message);
  const wrongMember = path && { path: pointerTo(path), message: onField(message) };
  return { status: STATUS[code], body: { error: { code, message: en, messageSr: sr, wrongMember, ...more } } };
}
