import * as assert from 'uvu/assert';
import { line } from '../sales/invoicing/bodies.js';
import { runChecks } from '../../src/interfaces/health/checks.js';
import { healthPartsOf } from '../../src/programs/box/health.js';
import { allowQueue, drained, queued } from './queueing.js';
import { scene, type Stage } from './stage.js';

const ADVANCE = { invoiceType: 'Advance', items: [line({ name: '10: Аванс (Ђ)', quantity: 1, unitPrice: 300 })] };

scene(
  'every receipt counts for the key that asked for it, whatever route it came by, over a restart',
  async (stage) => {
    const buyer = { buyerId: '10:100000049' };
    const sale = await stage.sold(buyer);
    await stage.useNewKey();
    const advance = await stage.sold({ ...ADVANCE, ...buyer });
    const answers = [
      await stage.follow(sale.uuid, 'refund', {}),
      await stage.follow(sale.uuid, 'copy', {}),
      await stage.follow(advance.uuid, 'close-advance', { items: [line()] }, 'zatvaranje-1'),
    ];
    assert.equal(
      answers.map(({ status }) => status),
      [201, 201, 201],
    );
    for (const when of ['at once', 'after a restart']) {
      // Refunded are the sale and the advance; the final receipt and the copy are no refunds.
      assert.equal(
        keyUsed(stage).slice(0, 2),
        [
          { receipts: 1, refunds: 0 },
          { receipts: 5, refunds: 2 },
        ],
        when,
      );
      await stage.restart();
    }
  },
);

scene('a receipt whose answer was lost, and one that waited, count for the key that asked', async (stage) => {
  await stage.useNewKey();
  await allowQueue(stage);
  stage.pfr.faults.add({ fault: 'drop', signs: true }, { fault: 'drop', signs: false, on: 'find', standing: true });
  await stage.refused();
  stage.pfr.faults.clear();
  await stage.restart();
  await stage.settled();
  await stage.pfr.stop();
  await queued(stage, 'prodaja-1');
  await stage.restart();
  await stage.pfr.up();
  await drained(stage);
  // The till gets a new key at each start: the second sold and lost, the third waited.
  assert.equal(
    keyUsed(stage).map(({ receipts }) => receipts),
    [0, 2, 1, 0],
  );
});

scene('what pfr test issues counts for no key', async (stage) => {
  await stage.sold();
  await stage.admin('pfr.test', { environment: 'sandbox' });
  assert.equal(keyUsed(stage), [{ receipts: 1, refunds: 0 }]);
});

scene('a key that refunds far more than it did is a warning, which ends when somebody accepts it', async (stage) => {
  const complaints = async (): Promise<string[]> =>
    (await runChecks(healthPartsOf(stage.box.parts)))
      .filter(({ name, state }) => name === 'key-refunds' && state !== 'ok')
      .map(({ found }) => found.en);
  await sellsFor(stage, 10);
  const sales = [];
  for (let n = 0; n < 5; n += 1) sales.push(await stage.sold({ buyerId: '10:100000049' }));
  assert.equal(await complaints(), []);
  for (const { uuid } of sales) assert.is((await stage.follow(uuid, 'refund', {})).status, 201);
  assert.match((await complaints()).join('\n'), /^API key 1 \("till"\) has issued 5 refunds in the last/);
  await stage.admin('keys.accept', { id: 1 });
  assert.equal(await complaints(), []);
});

/** What each key has issued in the last day, in the order of the keys. */
function keyUsed({ box }: Stage): { readonly receipts: number; readonly refunds: number }[] {
  return box.parts.keys.judged('sandbox').map(({ lastDay: { receipts, refunds } }) => ({ receipts, refunds }));
}

/** Sells one receipt a day. */
async function sellsFor(stage: Stage, days: number): Promise<void> {
  for (let day = days; day > 0; day -= 1) {
    stage.box.clockOffset = -day * 24 * 3_600_000;
    await stage.sold();
  }
  stage.box.clockOffset = 0;
}
