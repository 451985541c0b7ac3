import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('a repeat with the same key gets the receipt that was found meanwhile', async (stage) => {
  stage.pfr.faults.add({ fault: 'drop', signs: true }, { fault: 'drop', signs: false, on: 'find', standing: true });
  assert.match(await stage.refused({}, 'prodaja-1'), 'Исход није познат');
  assert.match(await stage.refused({}, 'prodaja-1'), 'Исход није познат', 'as long as it cannot be found');

  stage.pfr.faults.clear();
  await stage.settled();
  const replayed = await stage.replayed({}, 'prodaja-1');

  assert.equal(stage.signed, [replayed.pfr.invoiceNumber]);
  assert.is(replayed.clientRequestId, 'prodaja-1');
});
