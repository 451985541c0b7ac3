import * as assert from 'uvu/assert';
import { read } from '../kit/client.js';
import { allowQueue, drained, queued, remove, waiting, WAITS } from './queueing.js';
import { refusalOf, scene } from './stage.js';

const MOST = 3;

scene('a flood queues no more than is set, and room that becomes free is used', async (stage) => {
  await allowQueue(stage, { maxCount: MOST });
  await stage.pfr.stop();

  const keys = Array.from({ length: 20 }, (_, index) => `poplava-${index}`);
  const replies = await Promise.all(keys.map((key) => stage.sell(WAITS, key)));
  const taken = replies.filter(({ status }) => status === 202);
  assert.equal(
    taken.map((reply) => read('Queued', 202, reply).position).sort(),
    Array.from({ length: MOST }, (_, index) => index + 1),
  );
  for (const reply of replies) if (!taken.includes(reply)) assert.ok(refusalOf(reply, 'queue.full'));
  assert.is((await waiting(stage)).length, MOST);

  const [first] = await waiting(stage);
  assert.is((await queued(stage, first?.clientRequestId ?? '')).position, 1, 'a repeat needs no room');
  await remove(stage, first?.clientRequestId ?? '');
  assert.is((await queued(stage, 'posle-poplave')).position, MOST);
  assert.ok(refusalOf(await stage.sell(WAITS, 'nema-mesta'), 'queue.full'));

  await stage.pfr.up();
  await drained(stage);
  assert.is(stage.signed.length, 1 + MOST);
});
