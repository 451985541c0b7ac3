import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'an L-PFR that signs at once and answers late: the next buyer comes after it, and its receipt is found before its answer',
  async (stage) => {
    await stage.sold();
    stage.pfr.faults.add({ fault: 'hang', signs: 'now' });
    const slow = stage.sold({ cashier: 'Вера' }, 'spora-prodaja');
    slow.catch(() => undefined);
    await stage.hanging();

    const next = await stage.sellsOn();
    const { pfr } = await slow;
    assert.equal(stage.signed.slice(1), [pfr.invoiceNumber, next.pfr.invoiceNumber]);
    stage.pfr.release();
    assert.equal(await stage.numbers(), [...stage.signed].reverse());
    assert.equal(stage.logged('invoice.unknown'), []);
  },
  { isSlow: true, setting: { timeout: 60, sellOnAfter: 1 } },
);
