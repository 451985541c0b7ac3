import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('other tills have signed and we may have: a person is asked, and the others are served', async (stage) => {
  await stage.sold();
  stage.pfr.faults.add({ fault: 'foreign', signs: false, before: ['foreign-receipt'] });

  await stage.refused({}, 'prodaja-2');
  await stage.sellsOn();
  await stage.doubted();

  assert.match(await stage.refused({}, 'prodaja-2'), 'Није могуће утврдити да ли је овај рачун издат');
  await stage.sellsOn();
  assert.is(stage.signed.length, 3);
});
