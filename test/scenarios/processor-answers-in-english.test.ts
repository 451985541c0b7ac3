import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('a receipt in English is signed, and so it is kept; the log tells of it', async (stage) => {
  stage.pfr.faults.add({ fault: 'english' });

  const sold = await stage.sold();

  assert.is(sold.pfr.invoiceCounter, '1/1NS');
  assert.is(stage.logged('pfr.language').length, 1);
  assert.not(stage.asked.includes('find'));
});
