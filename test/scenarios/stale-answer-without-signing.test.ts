import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'the answer of the receipt before is not taken for a new one, nor for proof that nothing was signed',
  async (stage) => {
    const before = await stage.sold();
    stage.pfr.faults.add({ fault: 'stale', signs: false });

    await stage.refused({}, 'prodaja-2');
    assert.is(stage.unsettled.length, 1);
    assert.equal(await stage.numbers(), [before.pfr.invoiceNumber]);

    await stage.sellsOn();
    await stage.settled();
    const sold = await stage.sold({}, 'prodaja-2');
    assert.is.not(sold.pfr.invoiceNumber, before.pfr.invoiceNumber);
    assert.is(stage.signed.length, 3);
  },
);
