import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('after a restart an open receipt is looked up before anything new is sent', async (stage) => {
  stage.pfr.faults.add({ fault: 'drop', signs: true }, { fault: 'drop', signs: false, on: 'find', standing: true });
  await stage.refused({}, 'prodaja-1');
  const before = stage.asked.length;
  await stage.box.restart(() => stage.pfr.faults.clear());
  await stage.restart();

  const replayed = await stage.replayed({}, 'prodaja-1');

  assert.equal(stage.signed, [replayed.pfr.invoiceNumber]);
  assert.not(stage.asked.slice(before).includes('invoice'));
});
