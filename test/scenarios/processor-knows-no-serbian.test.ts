import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('406 for the language means that nothing was signed', async (stage) => {
  stage.pfr.faults.add({ fault: 'answer', signs: false, status: 406, body: '' });

  await stage.refused({}, 'prodaja-1');

  assert.is(stage.unsettled.length, 0, 'it is certain at once');
  await stage.sold({}, 'prodaja-1');
  assert.is(stage.signed.length, 1);
});
