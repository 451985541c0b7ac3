import { isFragment } from './answer.js';
import type { PfrAnswer } from './answer.js';
import { isComplaint, mayFollowSigning, provesRefusal } from './codes.js';

/** The server gave up waiting for the request, or for whoever works on it (RFC 9110, 15.5.9). */
const REQUEST_TIMEOUT = 408;
/** No language of those that were asked for (Technical Instruction, Create Invoice): said by the status alone. */
const NOT_ACCEPTABLE = 406;
/**
 * With these a processor refuses a request by an error object without a code. The others are words of proxies and web servers
 * (404, 405, 407, 413, 421, 425, 429, 431, 451, 499, …), which write objects too, and may have passed the request on.
 */
const REFUSING: ReadonlySet<number> = new Set([400, 401, 403, NOT_ACCEPTABLE, 415, 422, 423]);

/**
 * What an answer to `POST /invoices` without a receipt proves. `refused`: certainly nothing was signed, since the processor says
 * so of this request in its own form (Technical Instruction, Error Messages Format): an official code that blocks, with any
 * HTTP status but a redirect; any other complaint but that of a failed secure element, or an error object, with a status of 400
 * to 499. Everything else is an
 * answer that was lost on its way: a redirect, a page, a plain text, nothing, a server error, and 2xx without a receipt. What
 * stands between may answer so when the receipt is signed already. So is an answer with a part of a receipt.
 */
export function certainty(status: number, answer: PfrAnswer): 'refused' | 'unknown' {
  if (answer.kind === 'receipt' || isFragment(answer) || isRedirect(status)) return 'unknown';
  if (answer.kind === 'codes' && provesRefusal(answer.codes)) return 'refused';
  return isRefusedInOwnForm(status, answer) ? 'refused' : 'unknown';
}

function isRefusedInOwnForm(status: number, answer: PfrAnswer): boolean {
  if (status < 400 || status > 499 || status === REQUEST_TIMEOUT) return false;
  if (answer.kind === 'codes') return answer.codes.some(isComplaint) && !mayFollowSigning(answer.codes);
  if (status === NOT_ACCEPTABLE) return answer.kind !== 'page';
  return answer.kind === 'error' && REFUSING.has(status);
}

function isRedirect(status: number): boolean {
  return status >= 300 && status <= 399;
}

/** The word that TaxCore's own POS looks for in the error of a wrong PAC. */
const PAC = /\bPAC\b/i;
/** Also the page of nginx, which says so with 400: `The SSL certificate error`. */
// Not a literal, which esbuild leaves as it is: the bundle is plain ASCII.
const CERTIFICATE = new RegExp('\\bcertificate\\b|сертификат', 'i');

/**
 * Why a processor with client certificates did not let the caller in; undefined when it does not say that. Whoever checks PAC
 * and certificate does so before a request is passed on. So with a status of 400 to 499 it is certain that nothing was signed,
 * be it said by an object, by the page of a web server (IIS has 403 for a certificate that is revoked, ended or not trusted),
 * or by 401 and 403 alone.
 */
export function accessFault(status: number, answer: PfrAnswer): 'pac' | 'certificate' | undefined {
  if (status < 400 || answer.kind === 'receipt' || answer.kind === 'codes' || isFragment(answer)) return undefined;
  const said = answer.kind === 'error' || answer.kind === 'text' || answer.kind === 'page' ? answer.text : '';
  if (PAC.test(said)) return 'pac';
  return status === 401 || status === 403 || CERTIFICATE.test(said) ? 'certificate' : undefined;
}
