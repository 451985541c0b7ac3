import * as assert from 'uvu/assert';
import { read, readError } from '../kit/client.js';
import { allowQueue, drained, entry, places, queued, remove } from './queueing.js';
import { scene } from './stage.js';

scene('a request is taken back while it waits, and not once it is on its way', async (stage) => {
  await allowQueue(stage);
  await stage.pfr.stop();
  for (const key of ['prodaja-1', 'prodaja-2', 'prodaja-3']) await queued(stage, key);
  const before = await entry(stage, 'prodaja-2');

  assert.equal(read('QueueEntry', 200, await remove(stage, 'prodaja-2')), {
    ...before,
    state: 'removed',
    position: null,
  });
  assert.equal(await places(stage), ['1 queued prodaja-1', '2 queued prodaja-3']);
  const sold = stage.box.parts.invoicing.queue.withoutReceipt;
  const decided = () =>
    sold.list().map(({ clientRequestId, removal }) => [clientRequestId, removal?.reason, removal?.by]);
  assert.equal(
    decided(),
    [['prodaja-2', null, 'till']],
    'a sale without a receipt, for no reason that its client gave',
  );
  for (const key of ['prodaja-2', 'never-seen']) {
    assert.is(readError(404, await remove(stage, key)).code, 'not_found', key);
  }
  assert.is((await entry(stage, 'prodaja-2')).state, 'removed');
  assert.is(readError(404, await stage.client.get('/queue/never-seen')).code, 'not_found');
  assert.is((await queued(stage, 'prodaja-2')).position, 3, 'its key is free, and its place is gone');
  assert.equal(decided(), []);

  await queued(stage, 'prodaja-4');
  for (const unreadable of ['%20', 'ab%ff%fe'])
    assert.is((await stage.client.call('DELETE', `/queue/prodaja-4?reason=${unreadable}`)).status, 422, unreadable);
  const bad = readError(422, await stage.client.call('DELETE', '/queue/prodaja-4?reason=%20'));
  assert.equal([bad.code, bad.rule, bad.field], ['validation', 'queue.bad-reason', 'reason']);
  const reason = encodeURIComponent('Купац је одустао.');
  read('QueueEntry', 200, await stage.client.call('DELETE', `/queue/prodaja-4?reason=${reason}`));
  assert.equal(decided(), [['prodaja-4', 'Купац је одустао.', 'till']]);
  const { events } = read('EventList', 200, await stage.client.get('/events?limit=1000'));
  const [told] = events.filter(({ type }) => type === 'order.removed').slice(-1);
  assert.match(JSON.stringify(told), /"reason":"Купац је одустао\.","by":"till"/);

  stage.pfr.faults.add({ fault: 'hang', signs: 'late' });
  await stage.pfr.up();
  await stage.hanging();
  assert.equal(
    [(await entry(stage, 'prodaja-1')).state, (await entry(stage, 'prodaja-3')).state],
    ['issuing', 'queued'],
  );
  const refused = readError(422, await remove(stage, 'prodaja-1'));
  assert.is(refused.code, 'validation');
  assert.match(refused.message, 'being issued');

  stage.pfr.release();
  await drained(stage);
  assert.match(readError(422, await remove(stage, 'prodaja-1')).message, 'was issued');
  assert.is(stage.signed.length, 4);
});
