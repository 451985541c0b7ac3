import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('302 does not say that nothing was signed, and the repeat of its key signs nothing again', async (stage) => {
  stage.pfr.faults.add({ fault: 'answer', signs: true, status: 302, body: '' });

  const sold = await stage.sold({}, 'prodaja-1');
  const replayed = await stage.replayed({}, 'prodaja-1');

  assert.is(replayed.pfr.invoiceNumber, sold.pfr.invoiceNumber);
  assert.equal(stage.signed, [sold.pfr.invoiceNumber]);
});
