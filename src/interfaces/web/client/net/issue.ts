import { useEffect, useRef, useState } from 'preact/hooks';
import type { Invoice } from '../../../../contract/index.js';
import type { IssuingResponse, KeyState } from '../till/tillAnswers.js';
import { attempt, type AttemptResult } from './attempt.js';
import { callApi, request } from './http.js';
import type { Fault, Reply } from './reply.js';
import { forgetPending, storePending, type Pending, readPending, type Sent } from './pendingIssues.js';
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
  invoice: (uuid: string): Promise<Reply<Invoice>> => callApi(`/invoices/${uuid}`),
};

/** Pauses before the automatic repeats of a request without an answer, ms. */
const RETRIES = [1000, 2000, 4000];
/**
 * A request that cannot be stored is not sent: after a reload it would be forgotten, and the user would ask for a
 * second receipt.
 */
const NOT_KEPT: Fault = { code: 'not_kept', message: '', status: 0 };

/** None of these requests asks for the queue of the box. If one is queued nevertheless, there is no receipt yet. */
const QUEUED: Fault = { code: 'queued', message: '', status: 0 };

export interface Issuing {
  /** Issues a receipt. */
  readonly issue: (sent: Sent) => Promise<void>;
  /** Asks again about a request that was sent without an answer. */
  readonly checkAgain: () => Promise<void>;
  /** The receipt, once it is issued. */
  readonly issued: Invoice | undefined;
  /** Why it was not issued. */
  readonly fault: Fault | undefined;
  /**
   * `checking`: no answer has come, and the request is being repeated. `unanswered`: it is not being repeated at the
   * moment.
   */
  readonly state: 'idle' | 'sending' | 'checking' | 'unanswered';
}

/**
 * Issues one receipt. Its idempotency key is created before the first tap. A sent request is stored on the device until
 * the box has reported a certain outcome. `name` distinguishes requests, such as `refund 018f…`.
 */
export function useIssue(name: string): Issuing {
  const [key, setKey] = useState(() => crypto.randomUUID() as string);
  const [state, setState] = useState<Issuing['state']>(() => (readPending(name) ? 'unanswered' : 'idle'));
  const [issued, setIssued] = useState<Invoice>();
  const [fault, setFault] = useState<Fault>();

  const shown = useRef(true);
  useEffect(() => () => void (shown.current = false), []);
  const isShown = (): boolean => shown.current;

  const end = (invoice?: Invoice): void => {
    forgetPending(name);
    setState('idle');
    setIssued(invoice);
  };
  const send = async (pending: Pending, wasSent: boolean): Promise<void> => {
    // A repeated request may already be in the box: it is asked about, whether or not it can be stored.
    if (!storePending(name, pending) && !wasSent) {
      setFault(NOT_KEPT);
      return;
    }
    setState(wasSent ? 'checking' : 'sending');
    setFault(undefined);
    for (let tries = 0; ; tries += 1) {
      const { key: sentKey, sent, belief } = pending;
      const verdict = await attempt(sentKey, {
        ...LOOK_UPS,
        send: () => sendIssuing(sentKey, sent.path, sent.body, belief),
      });
      // The screen is not visible. The request remains stored, and is reported when the screen is opened again.
      if (!isShown()) return;
      const outcome = outcomeOf(verdict, !wasSent && tries === 0);
      if ('invoice' in outcome) {
        setKey(crypto.randomUUID());
        end(outcome.invoice);
        return;
      }
      setFault(outcome.fault);
      if (outcome.kind === 'refused') {
        end();
        return;
      }
      const pause = RETRIES[tries];
      if (pause === undefined || outcome.kind === 'later') {
        setState('unanswered');
        return;
      }
      setState('checking');
      await new Promise((resolve) => setTimeout(resolve, pause));
      if (!isShown()) return;
    }
  };
  return {
    async issue(sent) {
      // Another window may have sent one meanwhile.
      if (readPending(name) === undefined) await send({ key, sent, belief: believed() }, false);
      else setState('unanswered');
    },
    async checkAgain() {
      const pending = readPending(name);
      if (pending === undefined) end();
      else await send(pending, true);
    },
    issued,
    fault,
    state,
  };
}

/** Next step after an attempt. `later`: the outcome is unknown, and an immediate repeat is useless. */
type Outcome = { readonly invoice: Invoice } | { readonly kind: 'refused' | 'lost' | 'later'; readonly fault: Fault };

function outcomeOf(verdict: AttemptResult, isFirst: boolean): Outcome {
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
      // The request was not processed, which proves nothing about an earlier attempt.
      const wasLookedAt = why !== 'signed out' && why !== 'slow down';
      return { kind: isFirst && !wasLookedAt ? 'refused' : 'later', fault };
    }
  }
}
