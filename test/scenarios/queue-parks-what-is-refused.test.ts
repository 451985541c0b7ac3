import * as assert from 'uvu/assert';
import { read, readError } from '../kit/client.js';
import { allowQueue, drained, entry, places, queued, remove, waiting } from './queueing.js';
import { scene } from './stage.js';

scene('what is refused when its turn comes is parked with the reason, and the rest go on', async (stage) => {
  await allowQueue(stage);
  await stage.pfr.stop();
  await queued(stage, 'procesor');
  await queued(stage, 'pravilo.', { payments: [{ paymentType: 'Card', amount: 300 }] });
  await queued(stage, 'prodaja-3');
  // Holds when it is issued, not when it was queued.
  await stage.box.set('simplifiedCash', true);
  stage.pfr.faults.add({ fault: 'refuse', code: '2806' });

  await stage.pfr.up();
  await drained(stage);
  assert.equal(await places(stage), ['- refused procesor', '- refused pravilo.']);
  const [refused, unruly] = await waiting(stage);
  assert.match(refused?.reason ?? '', '(2806)');
  assert.match(unruly?.reason ?? '', 'начин плаћања „Платна картица” („Card”)');
  assert.equal([refused?.uuid, refused?.position, refused?.total], [null, null, 300]);
  assert.equal(await entry(stage, 'procesor'), refused);
  assert.is((await stage.replayed({}, 'prodaja-3')).pfr.invoiceCounter, '2/2ПП');

  assert.equal(read('QueueEntry', 200, await remove(stage, 'pravilo.')), { ...unruly, state: 'removed', reason: null });
  assert.is(readError(404, await remove(stage, 'pravilo.')).code, 'not_found');
  const again = await stage.sold({}, 'procesor');
  assert.is(again.pfr.invoiceCounter, '3/3ПП', 'its key was free');
  assert.equal(await waiting(stage), [], 'and it is parked no more');
  assert.is((await entry(stage, 'procesor')).uuid, again.uuid);
  const other = await stage.sold({}, 'pravilo.');
  assert.equal(await entry(stage, 'pravilo.'), { ...unruly, state: 'issued', reason: null, uuid: other.uuid });
  assert.match(readError(422, await remove(stage, 'pravilo.')).message, 'was issued');
});
