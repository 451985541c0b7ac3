import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('a processor that lost its PIN asks for it, and the box never gives one by itself', async (stage) => {
  await stage.sold();
  stage.pfr.pfr.change('pin-lost');

  assert.match(await stage.refused({}, 'prodaja-2'), 'Унесите ПИН картице (дугме „Унеси ПИН картице”)');
  assert.not(stage.asked.includes('pin'));

  assert.is(await stage.enterPin('1234'), '');
  await stage.sold({}, 'prodaja-2');
});
