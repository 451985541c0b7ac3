import type { HttpResponse } from '../../platform/http/index.js';
import { wordsOf } from './refusals/wordsOf.js';

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

/**
 * Error response to a page. `message` is an English sentence; the response also contains it in Serbian if there is a
 * translation.
 */
export function webError(
  code: WebErrorCode,
  message: string,
  more: Readonly<Record<string, unknown>> = {},
): HttpResponse {
  const words = wordsOf(message);
  const serbian = words === undefined ? {} : { messageSr: words.sr };
  return { status: STATUS[code], body: { error: { code, message, ...serbian, ...more } } };
}
