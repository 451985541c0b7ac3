import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('a server error does not say that nothing was signed', async (stage) => {
  stage.pfr.faults.add({ fault: 'answer', signs: true, status: 500, body: '{"message":"An error has occurred."}' });

  const sold = await stage.sold();

  assert.equal(stage.signed, [sold.pfr.invoiceNumber]);
});
