import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('a receipt that turns up while a person looks for it is taken from the processor', async (stage) => {
  stage.pfr.faults.add(
    { fault: 'drop', signs: true },
    { fault: 'answer', signs: false, status: 404, body: '', on: 'find', standing: true },
  );
  await stage.refused({}, 'prodaja-1');
  const number = await stage.signedButMissing();
  assert.match(await stage.refused({}, 'prodaja-1'), `Овај рачун је издат под бројем ${number}`);

  stage.pfr.faults.clear();
  await stage.settled();

  const replayed = await stage.replayed({}, 'prodaja-1');
  assert.equal([number], [replayed.pfr.invoiceNumber]);
  assert.equal(stage.signed, [number]);
});
