import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('more numbers are missing than orders were lost: no proof, a person is asked, and others sell', async (stage) => {
  await stage.sold();
  stage.pfr.faults.add({ fault: 'drop', signs: true, after: ['foreign-receipt'] });
  await stage.refused({}, 'prodaja-1');
  await stage.doubted();

  await stage.sellsOn();
  await stage.sold({}, 'prodaja-2');
  assert.match(await stage.refused({}, 'prodaja-1'), 'Није могуће утврдити да ли је овај рачун издат');

  const lost = stage.signed[1];
  await stage.findOnPortal(lost);
  assert.is((await stage.replayed({}, 'prodaja-1')).pfr.invoiceNumber, lost);
  assert.is(stage.signed.length, 4);
});
