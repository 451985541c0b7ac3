import { useState } from 'preact/hooks';
import { callApi, type Fault } from './http.js';

/** A request that issues a receipt, as it is repeated until it is answered. */
interface Pending {
  /** Idempotency key: the box never issues a second receipt under it. */
  readonly key: string;
  /** What was sent under it without an answer. */
  readonly sent: { readonly path: string; readonly body: object } | null;
}

/** How often, and after which pauses, a request without an answer is sent again by itself, ms. */
const RETRIES = [1000, 2000, 4000];

export interface Issuing<T> {
  /** Issues a receipt; undefined when it was not, `fault` says why. */
  readonly issue: (path: string, body: object) => Promise<T | undefined>;
  /** Asks again for what was sent without an answer. */
  readonly checkAgain: () => Promise<T | undefined>;
  readonly fault: Fault | undefined;
  /** `checking`: no answer has come, and it is asked again; `unanswered`: nobody asks at the moment. */
  readonly state: 'idle' | 'sending' | 'checking' | 'unanswered';
}

/**
 * Issues one receipt. Its idempotency key is made before the first tap and kept, also over a reload of the page, until the box
 * has said that the receipt was issued. `name` tells requests of one page apart, such as `refund 018f…`.
 */
export function useIssue<T>(name: string): Issuing<T> {
  const stored = `issue ${name}`;
  const [pending, setPending] = useState<Pending>(() => read(stored) ?? fresh(stored));
  const [state, setState] = useState<Issuing<T>['state']>(pending.sent === null ? 'idle' : 'unanswered');
  const [fault, setFault] = useState<Fault>();

  const keep = (kept: Pending): void => {
    sessionStorage.setItem(stored, JSON.stringify(kept));
    setPending(kept);
  };
  const send = async (path: string, body: object): Promise<T | undefined> => {
    const sent = { key: pending.key, sent: { path, body } };
    keep(sent);
    setState('sending');
    setFault(undefined);
    for (let attempt = 0; ; attempt += 1) {
      const reply = await callApi<T>(path, { method: 'POST', body, headers: { 'Idempotency-Key': sent.key } });
      if (reply.ok) {
        sessionStorage.removeItem(stored);
        setPending(fresh(stored));
        setState('idle');
        return reply.value;
      }
      setFault(reply.error);
      // Any answer but success: the same key stands for the next try, whatever it sends.
      if (!isLost(reply.error)) {
        keep({ key: sent.key, sent: null });
        setState('idle');
        return undefined;
      }
      const pause = RETRIES[attempt];
      if (pause === undefined) {
        setState('unanswered');
        return undefined;
      }
      setState('checking');
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  };
  return {
    issue: send,
    checkAgain: async () => (pending.sent === null ? undefined : send(pending.sent.path, pending.sent.body)),
    fault,
    state,
  };
}

/** Was there no answer that tells whether a receipt was issued? */
function isLost({ status }: Fault): boolean {
  return status === 0 || status >= 500;
}

function fresh(stored: string): Pending {
  const made = { key: crypto.randomUUID(), sent: null };
  sessionStorage.setItem(stored, JSON.stringify(made));
  return made;
}

function read(stored: string): Pending | undefined {
  const text = sessionStorage.getItem(stored);
  return text === null ? undefined : (JSON.parse(text) as Pending);
}
