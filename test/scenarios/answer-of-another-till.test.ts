import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('the answer that another till should have had is not ours, and ours is found', async (stage) => {
  stage.pfr.faults.add({ fault: 'foreign', signs: true });

  const sold = await stage.sold();

  assert.is(sold.pfr.invoiceNumber, 'FAKE7PFR-FAKE7PFR-2');
  assert.is(sold.total, 300);
  assert.is(stage.logged('pfr.unclear')[0]?.['cause'], 'amount');
});
