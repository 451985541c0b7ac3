import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('a card whose certificate has ended signs nothing, and a new one is asked for', async (stage) => {
  stage.pfr.pfr.change('card-expired');

  assert.match(await stage.refused(), '(2809)');
  await stage.until('it is seen', async () => !(await stage.status()).ready);
  assert.match((await stage.status()).problems[0] ?? '', 'нови безбедносни елемент');
  assert.is(stage.signed.length, 0);
});
