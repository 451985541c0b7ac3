import { attempt, type AttemptCalls, type Unknown } from '../net/attempt.js';
import type { Reply } from '../net/reply.js';
import type { Invoice } from '../../../../contract/index.js';
import type { IssuingResponse, KeyState } from './tillAnswers.js';
import type { Pending, Receipt } from './tillState.js';

/** Calls of a till to the box about a request. */
export interface SaleCalls extends Omit<AttemptCalls, 'send'> {
  /** Sends the request under its key. */
  readonly send: (pending: Pending) => Promise<Reply<IssuingResponse>>;
}

/** Result of one attempt. Only `issued` and `refused` are certain. */
type SaleOutcome =
  | { readonly kind: 'issued'; readonly receipt: Receipt }
  | { readonly kind: 'refused'; readonly message: string }
  | ({ readonly kind: 'unknown'; readonly why: Unknown; readonly message: string } & Pick<KeyState, 'retryAfter'>);

/** Sends a request of the till once, and determines its outcome. */
export async function sendOnce(pending: Pending, calls: SaleCalls): Promise<SaleOutcome> {
  const verdict = await attempt(pending.key, { ...calls, send: () => calls.send(pending) });
  switch (verdict.kind) {
    case 'issued':
      return { kind: 'issued', receipt: receiptFor(pending, verdict.answer) };
    case 'refused':
      return { kind: 'refused', message: verdict.fault.message };
    case 'unknown':
      return {
        ...{ kind: 'unknown', why: verdict.why, message: verdict.fault.message },
        ...(verdict.retryAfter !== undefined && { retryAfter: verdict.retryAfter }),
      };
  }
}

function receiptFor({ key, subject, total, change, received, closed, by }: Pending, answer: IssuingResponse): Receipt {
  const known = {
    ...(received !== undefined && { received }),
    ...(closed !== undefined && { closed }),
    ...(by !== undefined && { by }),
  };
  const same = { key, subject, total, change, ...known };
  if ('queued' in answer) {
    const none = { uuid: null, number: null, time: null, journal: null, qr: null, link: null };
    return { ...same, ...none, position: answer.position };
  }
  const invoice = 'invoice' in answer ? answer.invoice : answer;
  return { ...same, ...receiptOf(invoice) };
}

/** The part of an invoice that a till stores. */
export function receiptOf(
  invoice: Invoice,
): Pick<Receipt, 'uuid' | 'number' | 'time' | 'journal' | 'qr' | 'link' | 'payments' | 'position'> {
  const { invoiceNumber, sdcDateTime, verificationQRCode, verificationUrl } = invoice.pfr;
  return {
    ...{ uuid: invoice.uuid, number: invoiceNumber, time: sdcDateTime, journal: invoice.journal },
    ...{ qr: verificationQRCode ?? null, link: verificationUrl, payments: invoice.payments },
    position: null,
  };
}

/** Pause before the `tries`-th repeat, ms: short at first, then longer. */
export function pauseBefore(tries: number, why: Unknown): number {
  const longest = why === 'lost' || why === 'signed out' ? 5000 : 15_000;
  return Math.min(longest, 500 * 2 ** Math.min(tries, 10));
}
