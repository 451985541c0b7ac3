import { isFragment } from './answer.js';
import type { PfrAnswer } from './answer.js';
import { accessFault } from './certainty.js';

/** Codes that prove nothing about a request id: the processor cannot look it up until their cause is fixed. */
const CANNOT_LOOK_UP = /^(?:1300|1500|1999|21\d\d|22\d\d|24\d\d|2809)$/;

/**
 * True when the answer to a look-up (`GET /invoices/{requestId}`) means that there is no such receipt. Depending on the
 * product that is null, an empty body, 404, or a code. A server error or time-out proves nothing; neither does a part
 * of a receipt, a web server's page with 400, or denied access.
 */
export function isNotFound(status: number, body: Buffer, answer: PfrAnswer): boolean {
  if (answer.kind === 'receipt' || isFragment(answer)) return false;
  const isSuccess = status >= 200 && status < 300;
  if (answer.kind === 'nothing') return isSuccess || (status >= 400 && status < 500 && status !== 408);
  if (isSuccess) return body.length === 0;
  if (status !== 400 && status !== 404) return false;
  if (accessFault(status, answer) !== undefined || (answer.kind === 'page' && status !== 404)) return false;
  return answer.kind !== 'codes' || !answer.codes.some((code) => CANNOT_LOOK_UP.test(code));
}
