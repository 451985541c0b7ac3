import type { JsMsg } from '@nats-io/jetstream';
import type { Client } from 'pg';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { BoxStream } from '../../../../src/programs/fleet/ingest/stream.js';
import { Worker } from '../../../../src/programs/fleet/ingest/worker.js';

/** A message that fills a part of a round by itself. */
const large = () => ({ subject: 'nobody', data: Buffer.alloc(4 * 1024 * 1024), time: new Date() }) as unknown as JsMsg;

test('after a failed write every message of the round is given back once, and none acknowledged', async () => {
  const messages = [large(), large(), large()];
  const returned: JsMsg[] = [];
  const acknowledged: JsMsg[] = [];
  const stream = {
    fetch: () => Promise.resolve(messages),
    acknowledge: async (done: readonly JsMsg[]) => void acknowledged.push(...done),
    giveBack: (some: readonly JsMsg[]) => void returned.push(...some),
  } as unknown as BoxStream;
  const client = { query: () => Promise.reject(new Error('the connection is lost')) } as unknown as Client;
  const worker = new Worker(client, stream, 1000, () => undefined);
  let thrown: unknown;
  await worker.round(new AbortController().signal).catch((error: unknown) => (thrown = error));
  assert.is(String(thrown), 'Error: the connection is lost');
  assert.equal(
    messages.map((one) => returned.filter((other) => other === one).length),
    [1, 1, 1],
  );
  assert.equal(acknowledged, []);
});

test.run();
