import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('a verification link that was damaged is not printed: the whole one is fetched', async (stage) => {
  stage.pfr.faults.add({ fault: 'broken-link' });

  const sold = await stage.sold();

  assert.is(stage.logged('pfr.unclear')[0]?.['cause'], 'md5');
  assert.equal(stage.signed, [sold.pfr.invoiceNumber]);
});
