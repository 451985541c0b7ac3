import * as assert from 'uvu/assert';
import { line } from '../sales/invoicing/bodies.js';
import { allowQueue, drained, entry, queued, waiting, WAITS } from './queueing.js';
import { scene } from './stage.js';

const sale = (quantity: number) => ({ items: [line({ quantity })] });

scene(
  'the queue goes on past an order whose answer was lost, and comes back to it',
  async (stage) => {
    await allowQueue(stage);
    await stage.pfr.stop();
    for (const [index, key] of ['prodaja-1', 'prodaja-2', 'prodaja-3'].entries())
      await queued(stage, key, sale(index + 1));
    stage.pfr.faults.add({ fault: 'drop', signs: true }, { fault: 'drop', signs: false, on: 'find', standing: true });

    await stage.pfr.up();
    await stage.until('the others are issued', async () => (await waiting(stage)).length === 1);
    assert.equal(
      (await waiting(stage)).map(({ clientRequestId, state }) => [clientRequestId, state]),
      [['prodaja-1', 'issuing']],
      'it is neither parked nor sent again',
    );
    assert.is((await entry(stage, 'prodaja-3')).state, 'issued');

    stage.pfr.faults.clear();
    await drained(stage);
    assert.equal((await stage.replayed({ ...WAITS, ...sale(1) }, 'prodaja-1')).total, 150);
    assert.is(stage.signed.length, 4, 'each once');
  },
  { pfr: { kept: 10 } },
);
