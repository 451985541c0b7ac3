import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('a card that is pulled after the signing is asked for, and then the receipt is found', async (stage) => {
  stage.pfr.faults.add({ fault: 'drop', signs: true, after: ['card-out'] });

  await stage.refused({}, 'prodaja-1');
  assert.is(stage.unsettled.length, 1, 'without its card the processor cannot say');

  stage.pfr.pfr.change('card-in');
  await stage.settled();
  const replayed = await stage.replayed({}, 'prodaja-1');
  assert.equal(stage.signed, [replayed.pfr.invoiceNumber]);
});
