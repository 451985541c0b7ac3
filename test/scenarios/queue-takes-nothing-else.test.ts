import * as assert from 'uvu/assert';
import { readError } from '../kit/client.js';
import { allowQueue, queued, waiting, WAITS } from './queueing.js';
import { scene } from './stage.js';

scene('nothing waits that was not asked to, or of which a processor may know', async (stage) => {
  await allowQueue(stage);
  assert.is(
    (await stage.sold(WAITS, 'prodaja-1')).clientRequestId,
    'prodaja-1',
    'with a processor it is a sale like any',
  );
  stage.pfr.faults.add({ fault: 'refuse', code: '2806' });
  assert.match(await stage.refused(WAITS, 'prodaja-2'), '(2806)');
  stage.pfr.faults.add({ fault: 'drop', signs: false }, { fault: 'drop', signs: false, on: 'find', standing: true });
  assert.match(await stage.refused(WAITS, 'prodaja-3'), 'Исход није познат');
  assert.equal(await waiting(stage), []);
  stage.pfr.faults.clear();
  await stage.settled();

  await stage.pfr.stop();
  assert.match(await stage.refused({}, 'prodaja-4'), 'на подешеној адреси не одговара');
  assert.match(await stage.refused(), 'на подешеној адреси не одговара');
  assert.match(await stage.refused({ whenOffline: null }, 'prodaja-4'), 'на подешеној адреси не одговара');
  for (const [change, key] of [
    [WAITS, undefined],
    [{ whenOffline: 'later' }, 'prodaja-4'],
    [{ whenOffline: true }, 'prodaja-4'],
    [{ ...WAITS, items: [] }, 'prodaja-4'],
    [{ ...WAITS, items: [{ name: 'Кафа', quantity: 1, unitPrice: 100, label: 'Џ' }] }, 'prodaja-4'],
    [
      {
        ...WAITS,
        payments: [
          { paymentType: 'Cash', amount: 1 },
          { paymentType: 'Card', amount: 1 },
        ],
      },
      'prodaja-4',
    ],
  ] as const) {
    assert.is(readError(422, await stage.sell(change, key)).code, 'validation', JSON.stringify(change));
  }
  assert.equal(await waiting(stage), []);
  await queued(stage, 'prodaja-4');
  assert.is(stage.signed.length, 2);
});
