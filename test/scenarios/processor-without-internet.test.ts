import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('an L-PFR without the Internet signs on, which is its purpose', async (stage) => {
  stage.pfr.pfr.change('offline');

  await stage.complains(/^warning: .*интернет/);
  const { pfr } = await stage.sold();
  assert.equal(stage.pfr.pfr.signed.length, 1);
  assert.match(pfr.verificationUrl, /^https:/);
});
