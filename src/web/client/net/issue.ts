import { useEffect, useRef, useState } from 'preact/hooks';
import type { KeyState } from '../till/answers.js';
import { callApi, type Fault, type Reply, request } from './http.js';
import { forgetPending, keepPending, type Pending, readPending, type Sent } from './pendingIssues.js';

/** How often, and after which pauses, a request without an answer is sent again by itself, ms. */
const RETRIES = [1000, 2000, 4000];
/** The longest that one attempt is waited for, ms; a repeat gets the answer of the first. */
const LONGEST_ATTEMPT = 25_000;

/** Sent all the same, nobody would know of it after a reload, and ask for a second receipt. */
const NOT_KEPT: Fault = { code: 'not_kept', message: '', status: 0 };

export interface Issuing<T> {
  /** Issues a receipt; undefined when it was not, `fault` says why. */
  readonly issue: (path: string, body: object) => Promise<T | undefined>;
  /** Asks again for what was sent without an answer. */
  readonly checkAgain: () => Promise<T | undefined>;
  readonly fault: Fault | undefined;
  /** `checking`: no answer has come, and it is asked again; `unanswered`: nobody asks at the moment. */
  readonly state: 'idle' | 'sending' | 'checking' | 'unanswered';
}

/** What a request that issues a receipt is answered: an invoice, alone or with the refund of the advance that it closes. */
type Answer<T> = T | { readonly invoice: T };

/** What one attempt has told. `later`: nobody knows, and it is no use to ask again at once. */
type Verdict<T> =
  | { readonly kind: 'issued'; readonly invoice: T }
  | { readonly kind: 'refused' | 'lost' | 'later'; readonly fault: Fault };

/**
 * Issues one receipt. Its idempotency key is made before the first tap; what was sent under it is kept on the device until the box
 * has said for certain what became of it. `name` tells requests apart, such as `refund 018f…`.
 */
export function useIssue<T extends object>(name: string): Issuing<T> {
  const [key, setKey] = useState(() => crypto.randomUUID() as string);
  const [state, setState] = useState<Issuing<T>['state']>(() => (readPending(name) ? 'unanswered' : 'idle'));
  const [fault, setFault] = useState<Fault>();

  const shown = useRef(true);
  useEffect(() => () => void (shown.current = false), []);
  const isShown = (): boolean => shown.current;

  const end = (outcome?: T): T | undefined => {
    forgetPending(name);
    setState('idle');
    return outcome;
  };
  const send = async (pending: Pending, wasSent: boolean): Promise<T | undefined> => {
    // What is sent again may be in the box already: that is asked for, kept or not.
    if (!keepPending(name, pending) && !wasSent) {
      setFault(NOT_KEPT);
      return undefined;
    }
    setState(wasSent ? 'checking' : 'sending');
    setFault(undefined);
    for (let attempt = 0; ; attempt += 1) {
      const verdict = await attemptOf<T>(pending, !wasSent && attempt === 0);
      // Nobody would see it: it stays kept, and is said when somebody looks again.
      if (!isShown()) return undefined;
      if (verdict.kind === 'issued') {
        setKey(crypto.randomUUID());
        return end(verdict.invoice);
      }
      setFault(verdict.fault);
      if (verdict.kind === 'refused') return end();
      const pause = RETRIES[attempt];
      if (pause === undefined || verdict.kind === 'later') {
        setState('unanswered');
        return undefined;
      }
      setState('checking');
      await new Promise((resolve) => setTimeout(resolve, pause));
      if (!isShown()) return undefined;
    }
  };
  return {
    async issue(path, body) {
      // Another window may have sent one meanwhile.
      if (readPending(name) === undefined) return send({ key, sent: { path, body } }, false);
      setState('unanswered');
      return undefined;
    },
    async checkAgain() {
      const pending = readPending(name);
      return pending === undefined ? end() : send(pending, true);
    },
    fault,
    state,
  };
}

async function attemptOf<T extends object>({ key, sent }: Pending, isFirst: boolean): Promise<Verdict<T>> {
  const reply = await post<T>(key, sent);
  if (reply.ok) return { kind: 'issued', invoice: 'invoice' in reply.value ? reply.value.invoice : reply.value };
  const fault = reply.error;
  const { status, code } = fault;
  if (status === 0 || status === 408 || status >= 500) return { kind: 'lost', fault };
  // The request was not looked at: that says nothing about an earlier attempt.
  if (status === 401 || status === 429 || code === 'foreign') return { kind: isFirst ? 'refused' : 'later', fault };
  return refusalVerdict<T>(key, fault);
}

/** A refusal counts only when nothing stands under the key: an earlier attempt may have got through. */
async function refusalVerdict<T>(key: string, fault: Fault): Promise<Verdict<T>> {
  const found = await request<KeyState>(`/web/sale/${key}`);
  if (!found.ok) return { kind: 'lost', fault };
  const { state, uuid } = found.value;
  if (state === 'free') return { kind: 'refused', fault };
  if (uuid === null) return { kind: 'later', fault };
  const invoice = await callApi<T>(`/invoices/${uuid}`);
  return invoice.ok ? { kind: 'issued', invoice: invoice.value } : { kind: 'lost', fault };
}

/** None of these asks to wait in the queue of the box. */
function post<T>(key: string, { path, body }: Sent): Promise<Reply<Answer<T>>> {
  const signal = AbortSignal.timeout(LONGEST_ATTEMPT);
  return callApi(path, { method: 'POST', body, headers: { 'Idempotency-Key': key }, signal });
}
