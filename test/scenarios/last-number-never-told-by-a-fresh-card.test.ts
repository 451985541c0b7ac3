import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('a fresh card has no last number: with none before and none after, nothing was signed', async (stage) => {
  stage.pfr.faults.add({ fault: 'drop', signs: false });

  await stage.refused({}, 'prodaja-1');
  await stage.settled();

  const sold = await stage.sold({}, 'prodaja-1');
  assert.equal(stage.signed, [sold.pfr.invoiceNumber]);
});
