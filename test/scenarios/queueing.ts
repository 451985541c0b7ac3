import type { Answers, QueueEntry } from '../kit/answers.js';
import { read, type Received } from '../kit/client.js';
import type { Body } from '../sales/invoicing/bodies.js';
import type { Stage } from './stage.js';

/** What a request carries that may wait. */
export const WAITS = { whenOffline: 'queue' } as const;

/** Lets requests wait, and sells once, so that the rates are known. */
export async function allowQueue(stage: Stage, change: Body = {}): Promise<void> {
  await stage.sold();
  await stage.box.set('offlineQueue', {
    ...{ enabled: true, maxCount: 200, maxAgeHours: 48, printSlip: true, printReceipts: true },
    ...change,
  });
}

/** Asks for 300,00 RSD, or what `change` makes of it, which must be told to wait. */
export async function queued(stage: Stage, key: string, change: Body = {}): Promise<Answers['Queued']> {
  return read('Queued', 202, await stage.sell({ ...WAITS, ...change }, key));
}

/** `GET /queue`. */
export async function waiting(stage: Stage): Promise<readonly QueueEntry[]> {
  return read('QueueList', 200, await stage.client.get('/queue')).queue;
}

/** The same, as `1 queued prodaja-1`. */
export async function places(stage: Stage): Promise<string[]> {
  return (await waiting(stage)).map(({ position, state, clientRequestId }) =>
    [position ?? '-', state, clientRequestId].join(' '),
  );
}

/** `GET /queue/{clientRequestId}`. */
export async function entry(stage: Stage, key: string): Promise<QueueEntry> {
  return read('QueueEntry', 200, await stage.client.get(`/queue/${encodeURIComponent(key)}`));
}

/** `DELETE /queue/{clientRequestId}`. */
export function remove(stage: Stage, key: string): Promise<Received> {
  return stage.client.call('DELETE', `/queue/${encodeURIComponent(key)}`);
}

/** Waits until nothing waits any more; what was refused stays. */
export function drained(stage: Stage): Promise<void> {
  return stage.until('nothing waits', async () => (await waiting(stage)).every(({ state }) => state === 'refused'));
}
