import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('who comes with another purchase gets his own receipt, not the one that was found', async (stage) => {
  stage.pfr.faults.add({ fault: 'drop', signs: true }, { fault: 'drop', signs: false, on: 'find', standing: true });
  await stage.refused();
  stage.pfr.faults.clear();
  await stage.settled();

  const other = await stage.sold({ cashier: 'Мира' });

  assert.is(other.cashier, 'Мира');
  assert.is(stage.signed.length, 2);
});
