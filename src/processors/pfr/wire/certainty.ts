import { isFragment, type PfrAnswer } from './answer.js';
import { isComplaint, mayFollowSigning, provesRefusal } from './pfrCodes.js';

/** The server timed out waiting for the request, or for an upstream server (RFC 9110, 15.5.9). */
const REQUEST_TIMEOUT = 408;
/** None of the requested languages is available (Technical Instruction, Create Invoice). The status alone says so. */
const NOT_ACCEPTABLE = 406;
/**
 * With these statuses a processor refuses a request by an error object without a code. The others come from proxies and
 * web servers (404, 405, 407, 413, 421, 425, 429, 431, 451, 499, …), which send objects too, and may have passed the
 * request on.
 */
const REFUSING: ReadonlySet<number> = new Set([400, 401, 403, NOT_ACCEPTABLE, 415, 422, 423]);

/**
 * What an answer to `POST /invoices` without a receipt proves.
 *
 * `refused`: certainly nothing was signed, since the processor refuses this request in its own form (Technical
 * Instruction, Error Messages Format). That is an official code that blocks, with any HTTP status but a redirect; or
 * any other complaint but that of a failed secure element, or an error object, with a status of 400 to 499.
 *
 * `unknown`: everything else counts as a lost answer: a redirect, a page, a plain text, an empty answer, a server
 * error, and 2xx without a receipt. A proxy or server in between may answer so when the receipt is signed already. An
 * answer with a part of a receipt is `unknown` as well.
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

/** The word that TaxCore's own POS searches for in the error of a wrong PAC. */
const PAC = /\bPAC\b/i;
/** Also matches the page that nginx sends with 400: `The SSL certificate error`. */
// Not a regex literal, which esbuild would copy unchanged: the bundle must be plain ASCII.
const CERTIFICATE = new RegExp('\\bcertificate\\b|сертификат', 'i');

/**
 * Why a processor with client certificates denied access; undefined when its answer does not mean that. PAC and
 * certificate are checked before a request is passed on. So with a status of 400 to 499 it is certain that nothing was
 * signed. That holds for an error object, for the page of a web server (IIS sends 403 for a certificate that is
 * revoked, expired or not trusted), and for a bare 401 or 403.
 */
export function accessFault(status: number, answer: PfrAnswer): 'pac' | 'certificate' | undefined {
  if (status < 400 || answer.kind === 'receipt' || answer.kind === 'codes' || isFragment(answer)) return undefined;
  const text = answer.kind === 'error' || answer.kind === 'text' || answer.kind === 'page' ? answer.text : '';
  if (PAC.test(text)) return 'pac';
  return status === 401 || status === 403 || CERTIFICATE.test(text) ? 'certificate' : undefined;
}

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
