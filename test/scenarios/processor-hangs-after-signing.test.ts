import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('a processor that signs and then hangs is looked up after its time', async (stage) => {
  stage.pfr.faults.add({ fault: 'hang', signs: 'now' });

  const sold = await stage.sold();

  assert.equal(stage.signed, [sold.pfr.invoiceNumber]);
  assert.is(stage.pfr.hangingCalls, 1, 'the first call never got its answer');
});
