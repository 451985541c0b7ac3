import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('another till has signed and we may have: a person is asked', async (stage) => {
  await stage.sold();
  stage.pfr.faults.add({ fault: 'foreign', signs: false });

  await stage.refused({}, 'prodaja-2');
  await stage.doubted();

  assert.match((await stage.status()).problems.join(), 'Није могуће утврдити да ли је издат рачун');
  assert.is(stage.signed.length, 1);
});
