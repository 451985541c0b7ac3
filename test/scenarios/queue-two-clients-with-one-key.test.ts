import * as assert from 'uvu/assert';
import { line } from '../sales/invoicing/bodies.js';
import { read, readError } from '../kit/client.js';
import { allowQueue, drained, queued, waiting, WAITS } from './queueing.js';
import { scene } from './stage.js';

scene('two clients with one key have one request waiting, and get one receipt', async (stage) => {
  await allowQueue(stage);
  await stage.pfr.stop();

  const replies = await Promise.all([stage.sell(WAITS, 'prodaja-1'), stage.sell(WAITS, 'prodaja-1')]);
  const [one, other] = replies.map((reply) => read('Queued', 202, reply));
  assert.equal(one, other);
  assert.is((await waiting(stage)).length, 1);
  const others = readError(422, await stage.sell({ ...WAITS, items: [line({ quantity: 7 })] }, 'prodaja-1'));
  assert.match(others.message, 'друге садржине');
  await queued(stage, 'prodaja-1', { clientRequestId: 'prodaja-1' });

  await stage.pfr.up();
  await Promise.all([drained(stage), stage.sell(WAITS, 'prodaja-1'), stage.sell(WAITS, 'prodaja-1')]);
  await drained(stage);
  await stage.replayed(WAITS, 'prodaja-1');
  assert.is(stage.signed.length, 2);
});
