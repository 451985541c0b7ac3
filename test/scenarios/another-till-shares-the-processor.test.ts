import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('a gap that another till leaves in the numbers is logged and shown, and harms nobody', async (stage) => {
  await stage.sold();
  stage.pfr.pfr.change('foreign-receipt');

  const sold = await stage.sold();

  assert.is(sold.pfr.invoiceNumber, 'FAKE7PFR-FAKE7PFR-3');
  const [gap, ...others] = stage.logged('pfr.gap');
  assert.equal(others, []);
  const { environment, jid, before, after } = gap ?? {};
  assert.equal({ environment, jid, before, after }, { environment: 'sandbox', jid: 'FAKE7PFR', before: 1, after: 3 });
  await stage.complains(/^warning: Под ознаком FAKE7PFR је после рачуна 1 издат рачун 3/);
  assert.ok((await stage.status()).ready);
});
