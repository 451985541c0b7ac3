import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('an answer that ends in its middle is looked up', async (stage) => {
  stage.pfr.faults.add({ fault: 'cut' });

  const sold = await stage.sold();

  assert.equal(stage.signed, [sold.pfr.invoiceNumber]);
  assert.is(stage.logged('pfr.settled').length, 1);
});
