import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('when another till has pushed our answer out, nothing is guessed', async (stage) => {
  stage.pfr.faults.add({ fault: 'drop', signs: true, after: ['foreign-receipt'] });

  await stage.refused({}, 'prodaja-1');
  await stage.doubted();
  await stage.refused({}, 'prodaja-1');

  assert.is(stage.signed.length, 1, 'it was not sent again');
});
