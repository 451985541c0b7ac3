import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('a box that has just started does not take the receipt before for a new one either', async (stage) => {
  const before = await stage.sold();
  await stage.restart();
  stage.pfr.faults.add({ fault: 'stale', signs: true });

  const sold = await stage.sold();

  assert.equal(stage.signed, [before.pfr.invoiceNumber, sold.pfr.invoiceNumber]);
});
