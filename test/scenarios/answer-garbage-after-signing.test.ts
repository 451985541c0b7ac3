import * as assert from 'uvu/assert';
import { scene } from './stage.js';

const GARBAGE = '<html><body>Welcome to your router</body></html>';

scene('a page of HTML in place of a receipt is looked up', async (stage) => {
  stage.pfr.faults.add({ fault: 'answer', signs: true, status: 200, body: GARBAGE });

  const sold = await stage.sold();

  assert.equal(stage.signed, [sold.pfr.invoiceNumber]);
  assert.not.match(sold.journal, 'router');
});
