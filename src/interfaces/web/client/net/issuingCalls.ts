import type { InvoiceResponse, IssuingResponse, KeyState } from '../till/answers.js';
import { callApi, type Reply, request } from './http.js';
import { refreshSession, session } from './session.js';

/** Maximum wait for one attempt, ms; a repeat gets the answer of the first. */
const LONGEST_ATTEMPT = 25_000;

/** The page's view of the box: environment and processor. */
export function believed(): string {
  const { value } = session;
  return 'box' in value ? `${value.box.environment} ${value.box.mode}` : '';
}

/**
 * Sends a request that issues a receipt, under its idempotency key; `path` is relative to `/web/v1`. `belief`: the
 * page's view of the box when a person asked for the receipt. If the box differs from it now, it does nothing, and the
 * page gets the new state before this function returns.
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

/** Look-ups of a key, and of a receipt. */
export const LOOK_UPS = {
  keyState: (key: string): Promise<Reply<KeyState>> => request(`/web/sale/${key}`),
  invoice: (uuid: string): Promise<Reply<InvoiceResponse>> => callApi(`/invoices/${uuid}`),
};
