import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('what a person has to decide is still there after a restart', async (stage) => {
  stage.pfr.faults.add({ fault: 'foreign', signs: false, before: ['foreign-receipt'] });
  await stage.refused({}, 'prodaja-1');
  await stage.sellsOn();
  await stage.doubted();

  await stage.restart();
  await stage.sellsOnUntil('a person is asked', () => stage.unsettled[0]?.state === 'doubt');

  assert.match((await stage.status()).warnings.join(), 'Није могуће утврдити');
  await stage.sold({}, 'prodaja-2');
  assert.ok((await stage.decide({ signed: false, reason: 'нема га на порталу' })).ok);
  await stage.sold({}, 'prodaja-1');
});
