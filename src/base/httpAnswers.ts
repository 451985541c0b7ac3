import type { ClientRequest } from 'node:http';

/** Maximum head of a response that the box reads as an HTTP client, bytes. */
export const MAX_ANSWER_HEAD = 16 * 1024;
/**
 * Maximum number of informational responses (RFC 9110, 15.2) before the final one; a server normally sends one or two.
 */
export const MAX_INFORMATIONAL = 8;

/**
 * Calls `onTooMany` once when a server sends more than {@link MAX_INFORMATIONAL} informational responses, such as `100
 * Continue`.
 */
export function limitInformational(call: ClientRequest, onTooMany: () => void): void {
  let count = 0;
  call.on('information', () => {
    count += 1;
    if (count === MAX_INFORMATIONAL + 1) onTooMany();
  });
}
