import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('a key that a real processor may have signed for is not given to the demo', async (stage) => {
  stage.pfr.faults.add({ fault: 'drop', signs: true }, { fault: 'drop', signs: false, on: 'find', standing: true });
  await stage.refused({}, 'prodaja-1');

  await stage.box.set('pfr.sandbox', { mode: 'demo' });
  assert.match(await stage.refused({}, 'prodaja-1'), 'Исход није познат');
  assert.ok((await stage.sold({}, 'prodaja-2')).pfr.demo, 'other keys are free');

  stage.pfr.faults.clear();
  await stage.useLpfr(stage.pfr);
  await stage.settled();
  const replayed = await stage.replayed({}, 'prodaja-1');
  assert.equal(stage.signed, [replayed.pfr.invoiceNumber]);
});
