import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('behind the answer of the receipt before, the new one is found', async (stage) => {
  const before = await stage.sold();
  stage.pfr.faults.add({ fault: 'stale', signs: true });

  const sold = await stage.sold();

  assert.equal(stage.signed, [before.pfr.invoiceNumber, sold.pfr.invoiceNumber]);
});
