import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('a card that turns out to be missing shows in the status at once, and so does its return', async (stage) => {
  await stage.sold();
  stage.pfr.pfr.change('card-out');
  await stage.refused();
  assert.match(JSON.stringify((await stage.status())['problems']), 'картица');
  stage.pfr.pfr.change('card-in');
  stage.pfr.pfr.card.givePin('1234');
  await stage.sold();
  assert.equal((await stage.status())['problems'], []);
});
