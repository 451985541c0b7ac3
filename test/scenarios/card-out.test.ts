import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('without a card nothing is sent; card and PIN are asked for in this order', async (stage) => {
  stage.pfr.pfr.change('card-out');

  assert.match(await stage.refused({}, 'prodaja-1'), 'картица) није у читачу. Убаците картицу у читач и унесите ПИН.');
  assert.is(stage.unsettled.length, 0);
  await stage.until('the status tells', async () => !(await stage.status()).ready);
  const { problems } = await stage.status();
  assert.match(problems[0] ?? '', 'није у читачу');
  assert.match(problems[1] ?? '', 'ПИН');

  stage.pfr.pfr.change('card-in');
  assert.match(await stage.refused({}, 'prodaja-1'), 'ПИН');
  assert.is(await stage.enterPin('1234'), '');
  await stage.sold({}, 'prodaja-1');
});
