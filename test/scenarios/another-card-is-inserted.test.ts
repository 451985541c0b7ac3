import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('another card signs in its own name, and its numbers begin anew', async (stage) => {
  await stage.sold();
  stage.pfr.pfr.change('card-out');
  await stage.refused();
  stage.pfr.pfr.change({ card: 'OTHER777' });
  assert.is(await stage.enterPin('1234'), '');

  const sold = await stage.sold();

  assert.is(sold.pfr.invoiceNumber, 'OTHER777-OTHER777-1');
  assert.is((await stage.status()).pfr.uid, 'OTHER777');
  assert.is(stage.logged('pfr.gap').length, 0);
});
