import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('a person who finds nothing frees the key', async (stage) => {
  stage.pfr.faults.add({ fault: 'drop', signs: false, before: ['foreign-receipt', 'foreign-receipt'] });
  await stage.refused({}, 'prodaja-1');
  await stage.doubted();

  assert.ok((await stage.decide({ signed: false, reason: 'нема га на порталу' })).ok);

  assert.is(stage.unsettled.length, 0);
  await stage.sold({}, 'prodaja-1');
  assert.is(stage.signed.length, 1);
});
