import type { Invoice } from '../../../../contract/index.js';
import type { IssuingResponse, KeyState } from '../till/tillAnswers.js';
import type { Fault, Reply } from './reply.js';

/** Calls to the box about one request that issues a receipt. */
export interface AttemptCalls {
  /** Sends the request under its key. */
  readonly send: () => Promise<Reply<IssuingResponse>>;
  readonly keyState: (key: string) => Promise<Reply<KeyState>>;
  readonly invoice: (uuid: string) => Promise<Reply<Invoice>>;
}

/** Why the outcome is not known. */
export type Unknown =
  /** No answer, or one without information. */
  | 'lost'
  /** The processor was asked, and its outcome is not known yet. */
  | 'open'
  /** Only a person can decide. */
  | 'in doubt'
  /** The box asks for slower requests. */
  | 'slow down'
  /** It belongs to the other environment of the box. */
  | 'elsewhere'
  /** No user is signed in, or not with this session: nothing was done. */
  | 'signed out';

/** Result of one attempt. Only `issued` and `refused` are certain. */
export type AttemptResult =
  | { readonly kind: 'issued'; readonly answer: IssuingResponse }
  | { readonly kind: 'refused'; readonly fault: Fault }
  | {
      readonly kind: 'unknown';
      readonly why: Unknown;
      readonly fault: Fault;
      /** Maximum seconds until the outcome is known, if the box reports it. */
      readonly retryAfter?: number;
    };

const NO_REFUSAL = [401, 403, 408, 429];

/**
 * Sends a request once and determines its outcome. A refusal counts only if the key is free: an earlier attempt may
 * have succeeded, whatever the answer to this one.
 */
export async function attempt(key: string, calls: AttemptCalls): Promise<AttemptResult> {
  const reply = await calls.send();
  if (reply.ok) return { kind: 'issued', answer: reply.value };
  const fault = reply.error;
  const { status, code } = fault;
  const unknown = (why: Unknown): AttemptResult => ({ kind: 'unknown', why, fault });
  if (status === 401 || code === 'foreign') return unknown('signed out');
  if (status === 429) return unknown('slow down');
  if (code === 'environment') return unknown('elsewhere');
  const isLost = status === 0 || status >= 500 || (NO_REFUSAL.includes(status) && code !== 'not_allowed');
  return isLost ? unknown('lost') : refusalVerdict(key, fault, calls);
}

async function refusalVerdict(key: string, fault: Fault, calls: AttemptCalls): Promise<AttemptResult> {
  const unknown = (why: Unknown): AttemptResult => ({ kind: 'unknown', why, fault });
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
