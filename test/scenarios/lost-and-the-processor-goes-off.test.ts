import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('a processor that dies while it signs is looked up as soon as it is back', async (stage) => {
  stage.pfr.faults.add({ fault: 'hang', signs: 'now' });
  const selling = stage.refused({}, 'prodaja-1');
  await stage.hanging();
  await stage.pfr.stop();
  await selling;

  assert.is(stage.unsettled.length, 1, 'it has signed, or not: nobody knows');
  await stage.pfr.up();
  await stage.settled();
  const replayed = await stage.replayed({}, 'prodaja-1');
  assert.equal(stage.signed, [replayed.pfr.invoiceNumber]);
});
