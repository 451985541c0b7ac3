import type { InvoiceResponse, IssuingResponse, KeyState } from '../till/answers.js';
import { callApi, type Reply, request } from './http.js';

/** The longest that one attempt is waited for, ms; a repeat gets the answer of the first. */
const LONGEST_ATTEMPT = 25_000;

/** Sends what is to become a receipt under its idempotency key; `path` stands behind `/web/v1`. */
export function sendIssuing(key: string, path: string, body: object): Promise<Reply<IssuingResponse>> {
  const signal = AbortSignal.timeout(LONGEST_ATTEMPT);
  return callApi(path, { method: 'POST', body, headers: { 'Idempotency-Key': key }, signal });
}

/** What the box says of a key, and of a receipt. */
export const LOOK_UPS = {
  keyState: (key: string): Promise<Reply<KeyState>> => request(`/web/sale/${key}`),
  invoice: (uuid: string): Promise<Reply<InvoiceResponse>> => callApi(`/invoices/${uuid}`),
};
