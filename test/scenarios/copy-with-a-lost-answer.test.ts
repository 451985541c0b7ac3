import * as assert from 'uvu/assert';
import { read } from '../kit/client.js';
import { scene } from './stage.js';

scene('a copy whose answer is lost is looked up like a sale', async (stage) => {
  const sold = await stage.sold();
  stage.pfr.faults.add({ fault: 'cut' });

  const copy = read('Invoice', 201, await stage.follow(sold.uuid, 'copy'));

  assert.is(copy.invoiceType, 'Copy');
  assert.is(copy.pfr.invoiceCounter, '1/2КП');
  assert.equal(stage.signed, [sold.pfr.invoiceNumber, copy.pfr.invoiceNumber]);
});
