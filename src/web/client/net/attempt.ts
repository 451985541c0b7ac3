import type { InvoiceResponse, IssuingResponse, KeyState } from '../till/answers.js';
import type { Fault, Reply } from './reply.js';

/** What the box is asked about one request that issues a receipt. */
export interface AttemptCalls {
  /** Sends the request under its key. */
  readonly send: () => Promise<Reply<IssuingResponse>>;
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
  | 'elsewhere'
  /** Nobody is signed in, or not with this session: nothing was done. */
  | 'signed out';

/** What one attempt has told. Only `issued` and `refused` are certain. */
export type Verdict =
  | { readonly kind: 'issued'; readonly answer: IssuingResponse }
  | { readonly kind: 'refused'; readonly fault: Fault }
  | {
      readonly kind: 'unknown';
      readonly why: Unknown;
      readonly fault: Fault;
      /** After how many seconds the outcome is known at the latest, where the box says so. */
      readonly retryAfter?: number;
    };

const NO_REFUSAL = [401, 403, 408, 429];

/**
 * Sends a request once and finds out what became of it. A refusal counts only when nothing stands under the key: an earlier attempt
 * may have got through, whatever this one was answered.
 */
export async function attempt(key: string, calls: AttemptCalls): Promise<Verdict> {
  const reply = await calls.send();
  if (reply.ok) return { kind: 'issued', answer: reply.value };
  const fault = reply.error;
  const { status, code } = fault;
  const unknown = (why: Unknown): Verdict => ({ kind: 'unknown', why, fault });
  if (status === 401 || code === 'foreign') return unknown('signed out');
  if (status === 429) return unknown('slow down');
  if (code === 'environment') return unknown('elsewhere');
  const isLost = status === 0 || status >= 500 || (NO_REFUSAL.includes(status) && code !== 'not_allowed');
  return isLost ? unknown('lost') : refusalVerdict(key, fault, calls);
}

async function refusalVerdict(key: string, fault: Fault, calls: AttemptCalls): Promise<Verdict> {
  const unknown = (why: Unknown): Verdict => ({ kind: 'unknown', why, fault });
  const found = await calls.keyState(key);
  if (!found.ok) return unknown('lost');
  switch (found.value.state) {
    case 'free':
      return { kind: 'refused', fault };
    case 'issued': {
      const invoice = await calls.invoice(found.value.uuid ?? '');
      return invoice.ok ? { kind: 'issued', answer: invoice.value } : unknown('lost');
    }
    case 'queued':
      return { kind: 'issued', answer: { queued: true, position: 0 } };
    case 'in doubt':
      return unknown('in doubt');
    case 'open':
      return { kind: 'unknown', why: 'open', fault, ...retryAfterOf(found.value) };
    case 'at work':
      return unknown('open');
  }
}

function retryAfterOf({ retryAfter }: KeyState): Pick<KeyState, 'retryAfter'> {
  return retryAfter === undefined ? {} : { retryAfter };
}
