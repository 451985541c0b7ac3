import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('who repeats without a key gets what was found for him, once', async (stage) => {
  stage.pfr.faults.add({ fault: 'drop', signs: true }, { fault: 'drop', signs: false, on: 'find', standing: true });
  await stage.refused();
  stage.pfr.faults.clear();
  await stage.settled();

  const repeated = await stage.replayed();
  assert.equal(stage.signed, [repeated.pfr.invoiceNumber]);

  const next = await stage.sold();
  assert.is.not(next.uuid, repeated.uuid, 'the next same purchase is a receipt of its own');
  assert.is(stage.signed.length, 2);
});
