import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('an audit that is due is a warning: the box sells on', async (stage) => {
  stage.pfr.pfr.change('audit-required');

  await stage.complains(/^warning: .*очитавање/);
  assert.ok((await stage.status()).ready);
  await stage.sold();
});
