import type { Uploaded } from '../../../../outward/updates/index.js';
import { OFFLINE, type Reply, request } from './http.js';

/** Size of a piece, bytes: half of the box's limit, so that progress is visible. */
const PIECE = 1024 * 1024;
/**
 * Pause between two attempts while the box is away, ms, and number of attempts: the box forgets an upload after two
 * minutes.
 */
const PAUSE = 3000;
const ATTEMPTS = 40;

/** Progress of an upload; `isAway`: there was no answer, and the piece is sent again. */
export interface Sent {
  readonly percent: number;
  readonly isAway: boolean;
}

/**
 * Sends an update piece by piece. A piece without an answer is sent again, and the box reports where to continue;
 * `signal` cancels it. Undefined: it was cancelled.
 */
export async function sendUpdate(
  file: Blob,
  onSent: (sent: Sent) => void,
  signal: AbortSignal,
): Promise<Reply<Uploaded> | undefined> {
  let at = 0;
  let attempts = 0;
  for (;;) {
    onSent({ percent: Math.floor((100 * at) / Math.max(1, file.size)), isAway: attempts > 0 });
    const query = `at=${at}&all=${file.size}`;
    const piece = file.slice(at, at + PIECE);
    const reply = await request<Uploaded>(`/web/updates?${query}`, { method: 'POST', file: piece, signal });
    if (signal.aborted) return undefined;
    if (reply.ok) {
      if (reply.value.isWhole) return reply;
      at = reply.value.done;
      attempts = 0;
    } else if (reply.error.code !== OFFLINE.code || attempts === ATTEMPTS) {
      return reply;
    } else {
      attempts += 1;
      onSent({ percent: Math.floor((100 * at) / Math.max(1, file.size)), isAway: true });
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
}
