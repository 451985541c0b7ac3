import type { Uploaded } from '../../../updates/index.js';
import { OFFLINE, type Reply, request } from './http.js';

/** What the box takes at once, bytes: half of its bound, so that progress is seen to move. */
const PIECE = 1024 * 1024;
/** How long a box that is away is waited for between two attempts, ms, and how often: it forgets an upload after two minutes. */
const PAUSE = 3000;
const ATTEMPTS = 40;

/** How far an upload is; `isAway`: there was no answer, and it is asked again. */
export interface Sent {
  readonly percent: number;
  readonly isAway: boolean;
}

/**
 * Sends an update piece by piece. A piece without an answer is sent again, and the box says where to go on; `signal` gives it up.
 * Undefined: it was given up.
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
