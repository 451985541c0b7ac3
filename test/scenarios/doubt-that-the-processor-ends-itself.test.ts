import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('a receipt that turns up while a person looks for it is taken from the processor', async (stage) => {
  stage.pfr.faults.add(
    { fault: 'drop', signs: true },
    { fault: 'answer', signs: false, status: 404, body: '', on: 'find', standing: true },
  );
  await stage.refused({}, 'prodaja-1');
  await stage.doubted();

  stage.pfr.faults.clear();
  await stage.settled();

  const replayed = await stage.replayed({}, 'prodaja-1');
  assert.equal(stage.signed, [replayed.pfr.invoiceNumber]);
});
