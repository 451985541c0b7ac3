import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('200 with nothing in it is no receipt and no refusal: it is looked up', async (stage) => {
  stage.pfr.faults.add({ fault: 'answer', signs: true, status: 200, body: '' });

  const sold = await stage.sold();

  assert.equal(stage.signed, [sold.pfr.invoiceNumber]);
  assert.is(stage.asked.filter((call) => call === 'invoice').length, 1);
});
