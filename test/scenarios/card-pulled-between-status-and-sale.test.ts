import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('a card that is pulled at the last moment is a certain refusal', async (stage) => {
  await stage.sold();
  stage.pfr.faults.add({ fault: 'none', before: ['card-out'] });

  assert.match(await stage.refused({}, 'prodaja-2'), '(1300)');

  assert.is(stage.unsettled.length, 0);
  stage.pfr.pfr.change('card-in');
  stage.pfr.pfr.card.isOpen = true;
  await stage.sold({}, 'prodaja-2');
  assert.is(stage.signed.length, 2);
});
