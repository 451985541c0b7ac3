import { isFragment } from './answer.js';
import type { PfrAnswer } from './answer.js';

/** Codes that say nothing about a request id: the processor cannot look before they are mended. */
const CANNOT_LOOK = /^(?:1300|1500|1999|21\d\d|22\d\d|24\d\d|2809)$/;

/**
 * Does the answer to a look-up (`GET /invoices/{requestId}`) say that there is no such receipt? Products say it with null,
 * nothing, 404, or a code. A server that failed or gave up waiting has not looked, and a part of a receipt is none of it.
 */
export function isAbsence(status: number, body: Buffer, answer: PfrAnswer): boolean {
  if (answer.kind === 'receipt' || isFragment(answer)) return false;
  const isSuccess = status >= 200 && status < 300;
  if (answer.kind === 'nothing') return isSuccess || (status >= 400 && status < 500 && status !== 408);
  if (isSuccess) return body.length === 0;
  if (status !== 400 && status !== 404) return false;
  return answer.kind !== 'codes' || !answer.codes.some((code) => CANNOT_LOOK.test(code));
}
