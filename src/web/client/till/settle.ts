import type { Reply } from '../net/reply.js';
import type { InvoiceResponse, IssuingResponse, KeyState } from './answers.js';
import type { Pending, Receipt } from './state.js';

/** What a till asks the box about a request. */
export interface SaleCalls {
  /** Sends the request under its key. */
  readonly send: (pending: Pending) => Promise<Reply<IssuingResponse>>;
  readonly keyState: (key: string) => Promise<Reply<KeyState>>;
  readonly invoice: (uuid: string) => Promise<Reply<InvoiceResponse>>;
}

/** Why nobody knows yet. */
export type Unknown =
  /** No answer, or none that says anything. */
  | 'lost'
  /** The processor was asked, and has not said what became of it. */
  | 'open'
  /** Only a person can decide. */
  | 'in doubt'
  /** The box wants to be asked more slowly. */
  | 'slow down'
  /** It belongs to the other environment of the box. */
  | 'elsewhere';

/** What one attempt has told. Only `issued` and `refused` are certain. */
export type Verdict =
  | { readonly kind: 'issued'; readonly receipt: Receipt }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'unknown'; readonly why: Unknown; readonly message: string }
  /** Nobody is signed in, or not with this session: nothing was done. */
  | { readonly kind: 'signed out' };

const NO_REFUSAL = [401, 403, 408, 429];

/**
 * Sends a request once and finds out what became of it. A refusal counts only when nothing stands under the key: an earlier attempt
 * may have got through, whatever this one was answered.
 */
export async function attempt(pending: Pending, calls: SaleCalls): Promise<Verdict> {
  const reply = await calls.send(pending);
  if (reply.ok) return issuedVerdict(pending, reply.value);
  const { status, code, message } = reply.error;
  if (status === 401 || code === 'foreign') return { kind: 'signed out' };
  if (status === 429) return { kind: 'unknown', why: 'slow down', message };
  if (code === 'environment') return { kind: 'unknown', why: 'elsewhere', message };
  if (status === 0 || status >= 500 || (NO_REFUSAL.includes(status) && code !== 'not_allowed')) {
    return { kind: 'unknown', why: 'lost', message };
  }
  return refusalVerdict(pending, message, calls);
}

async function refusalVerdict(pending: Pending, message: string, calls: SaleCalls): Promise<Verdict> {
  const key = await calls.keyState(pending.key);
  if (!key.ok) return { kind: 'unknown', why: 'lost', message };
  switch (key.value.state) {
    case 'free':
      return { kind: 'refused', message };
    case 'issued': {
      const invoice = await calls.invoice(key.value.uuid ?? '');
      return invoice.ok ? issuedVerdict(pending, invoice.value) : { kind: 'unknown', why: 'lost', message };
    }
    case 'queued':
      return issuedVerdict(pending, { queued: true, position: 0 });
    case 'in doubt':
      return { kind: 'unknown', why: 'in doubt', message };
    case 'open':
    case 'at work':
      return { kind: 'unknown', why: 'open', message };
  }
}

function issuedVerdict({ key, subject, total, change, by }: Pending, answer: IssuingResponse): Verdict {
  const same = { key, subject, total, change, ...(by !== undefined && { by }) };
  if ('queued' in answer) {
    const none = { uuid: null, number: null, time: null, journal: null, qr: null, link: null };
    return { kind: 'issued', receipt: { ...same, ...none, position: answer.position } };
  }
  const invoice = 'invoice' in answer ? answer.invoice : answer;
  return { kind: 'issued', receipt: { ...same, ...receiptOf(invoice) } };
}

/** What a till keeps of an invoice. */
export function receiptOf(
  invoice: InvoiceResponse,
): Pick<Receipt, 'uuid' | 'number' | 'time' | 'journal' | 'qr' | 'link' | 'payments' | 'position'> {
  const { invoiceNumber, sdcDateTime, verificationQRCode, verificationUrl } = invoice.pfr;
  return {
    ...{ uuid: invoice.uuid, number: invoiceNumber, time: sdcDateTime, journal: invoice.journal },
    ...{ qr: verificationQRCode ?? null, link: verificationUrl, payments: invoice.payments },
    position: null,
  };
}

/** Before the `tries`-th repeat, ms: soon at first, then with patience. */
export function pauseBefore(tries: number, why: Unknown): number {
  const longest = why === 'lost' ? 5000 : 15_000;
  return Math.min(longest, 500 * 2 ** Math.min(tries, 10));
}
