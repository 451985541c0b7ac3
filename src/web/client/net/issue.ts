import { useEffect, useRef, useState } from 'preact/hooks';
import type { InvoiceResponse } from '../till/answers.js';
import { attempt, type Verdict } from './attempt.js';
import { believed, LOOK_UPS, sendIssuing } from './issuingCalls.js';
import { forgetPending, keepPending, type Pending, readPending } from './pendingIssues.js';
import type { Fault } from './reply.js';

/** How often, and after which pauses, a request without an answer is sent again by itself, ms. */
const RETRIES = [1000, 2000, 4000];
/** Sent all the same, nobody would know of it after a reload, and ask for a second receipt. */
const NOT_KEPT: Fault = { code: 'not_kept', message: '', status: 0 };

/** None of these asks to wait in the queue of the box; one that waits there all the same has no receipt yet. */
const QUEUED: Fault = { code: 'queued', message: '', status: 0 };

export interface Issuing {
  /** Issues a receipt; undefined when it was not, `fault` says why. */
  readonly issue: (path: string, body: object) => Promise<InvoiceResponse | undefined>;
  /** Asks again for what was sent without an answer. */
  readonly checkAgain: () => Promise<InvoiceResponse | undefined>;
  readonly fault: Fault | undefined;
  /** `checking`: no answer has come, and it is asked again; `unanswered`: nobody asks at the moment. */
  readonly state: 'idle' | 'sending' | 'checking' | 'unanswered';
}

/**
 * Issues one receipt. Its idempotency key is made before the first tap; what was sent under it is kept on the device until the box
 * has said for certain what became of it. `name` tells requests apart, such as `refund 018f…`.
 */
export function useIssue(name: string): Issuing {
  const [key, setKey] = useState(() => crypto.randomUUID() as string);
  const [state, setState] = useState<Issuing['state']>(() => (readPending(name) ? 'unanswered' : 'idle'));
  const [fault, setFault] = useState<Fault>();

  const shown = useRef(true);
  useEffect(() => () => void (shown.current = false), []);
  const isShown = (): boolean => shown.current;

  const end = (outcome?: InvoiceResponse): InvoiceResponse | undefined => {
    forgetPending(name);
    setState('idle');
    return outcome;
  };
  const send = async (pending: Pending, wasSent: boolean): Promise<InvoiceResponse | undefined> => {
    // What is sent again may be in the box already: that is asked for, kept or not.
    if (!keepPending(name, pending) && !wasSent) {
      setFault(NOT_KEPT);
      return undefined;
    }
    setState(wasSent ? 'checking' : 'sending');
    setFault(undefined);
    for (let tries = 0; ; tries += 1) {
      const { key: sentKey, sent, belief } = pending;
      const verdict = await attempt(sentKey, {
        ...LOOK_UPS,
        send: () => sendIssuing(sentKey, sent.path, sent.body, belief),
      });
      // Nobody would see it: it stays kept, and is said when somebody looks again.
      if (!isShown()) return undefined;
      const outcome = outcomeOf(verdict, !wasSent && tries === 0);
      if ('invoice' in outcome) {
        setKey(crypto.randomUUID());
        return end(outcome.invoice);
      }
      setFault(outcome.fault);
      if (outcome.kind === 'refused') return end();
      const pause = RETRIES[tries];
      if (pause === undefined || outcome.kind === 'later') {
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
      if (readPending(name) === undefined) return send({ key, sent: { path, body }, belief: believed() }, false);
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

/** What to do after an attempt. `later`: nobody knows, and it is no use to ask again at once. */
type Outcome =
  { readonly invoice: InvoiceResponse } | { readonly kind: 'refused' | 'lost' | 'later'; readonly fault: Fault };

function outcomeOf(verdict: Verdict, isFirst: boolean): Outcome {
  switch (verdict.kind) {
    case 'issued': {
      const { answer } = verdict;
      if ('queued' in answer) return { kind: 'later', fault: QUEUED };
      return { invoice: 'invoice' in answer ? answer.invoice : answer };
    }
    case 'refused':
      return { kind: 'refused', fault: verdict.fault };
    case 'unknown': {
      const { why, fault } = verdict;
      if (why === 'lost') return { kind: 'lost', fault };
      // The request was not looked at: that says nothing about an earlier attempt.
      const wasLookedAt = why !== 'signed out' && why !== 'slow down';
      return { kind: isFirst && !wasLookedAt ? 'refused' : 'later', fault };
    }
  }
}
