import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('after a restart an open receipt that was never signed frees its key', async (stage) => {
  await stage.sold();
  stage.pfr.faults.add({ fault: 'drop', signs: false }, { fault: 'drop', signs: false, on: 'find', standing: true });
  await stage.refused({}, 'prodaja-2');
  await stage.box.restart(() => stage.pfr.faults.clear());
  await stage.restart();

  await stage.settled();
  const sold = await stage.sold({}, 'prodaja-2');
  assert.is(stage.signed.length, 2);
  assert.is(sold.pfr.invoiceNumber, 'FAKE7PFR-FAKE7PFR-2');
});
