import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('a request that the processor never read is refused in the end, and its key is free again', async (stage) => {
  stage.pfr.faults.add({ fault: 'drop', signs: false });

  await stage.refused({}, 'prodaja-1');
  await stage.settled();
  assert.equal(stage.signed, []);
  assert.equal(await stage.numbers(), []);

  const sold = await stage.sold({}, 'prodaja-1');
  assert.equal(stage.signed, [sold.pfr.invoiceNumber]);
});
