import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('a box that is stopped while it looks for a receipt goes on looking at the next start', async (stage) => {
  stage.pfr.faults.add({ fault: 'drop', signs: true }, { fault: 'hang', signs: 'never', on: 'find', standing: true });
  const selling = stage.sell({}, 'prodaja-1').catch(() => 'cut off');
  await stage.hanging();
  await stage.box.restart(() => stage.pfr.faults.clear());
  await selling;
  await stage.restart();

  await stage.settled();
  const replayed = await stage.replayed({}, 'prodaja-1');
  assert.equal(stage.signed, [replayed.pfr.invoiceNumber]);
});
