import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('a receipt that is found after a long night is not handed to the next who buys the same', async (stage) => {
  stage.pfr.faults.add({ fault: 'drop', signs: true }, { fault: 'drop', signs: false, on: 'find', standing: true });
  await stage.refused();
  stage.box.clockOffset = 11 * 60_000;
  await stage.restart();
  stage.pfr.faults.clear();
  await stage.settled();

  await stage.sold();

  assert.is(stage.signed.length, 2);
});
