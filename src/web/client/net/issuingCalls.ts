import type { InvoiceResponse, IssuingResponse, KeyState } from '../till/answers.js';
import { callApi, type Reply, request } from './http.js';
import { refreshSession, session } from './session.js';

/** The longest that one attempt is waited for, ms; a repeat gets the answer of the first. */
const LONGEST_ATTEMPT = 25_000;

/** What this page believes of the box: environment and processor. */
export function believed(): string {
  const { value } = session;
  return 'box' in value ? `${value.box.environment} ${value.box.mode}` : '';
}

/**
 * Sends what is to become a receipt under its idempotency key; `path` stands behind `/web/v1`. `belief`: what the page believed when a
 * person asked for it. A box that is another one now does nothing, and the page learns what it is before its answer is given.
 */
export async function sendIssuing(
  key: string,
  path: string,
  body: object,
  belief: string | undefined,
): Promise<Reply<IssuingResponse>> {
  const signal = AbortSignal.timeout(LONGEST_ATTEMPT);
  const headers = {
    'Idempotency-Key': key,
    ...(belief !== undefined && belief !== '' && { 'X-Kasirbox-Box': belief }),
  };
  const reply = await callApi<IssuingResponse>(path, { method: 'POST', body, headers, signal });
  if (!reply.ok && reply.error.code === 'changed') await refreshSession();
  return reply;
}

/** What the box says of a key, and of a receipt. */
export const LOOK_UPS = {
  keyState: (key: string): Promise<Reply<KeyState>> => request(`/web/sale/${key}`),
  invoice: (uuid: string): Promise<Reply<InvoiceResponse>> => callApi(`/invoices/${uuid}`),
};
