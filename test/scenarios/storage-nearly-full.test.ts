import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('a processor whose storage is nearly full is a warning', async (stage) => {
  stage.pfr.pfr.change('storage-full');

  await stage.complains(/^warning: .*90 % пуна/);
  await stage.sold();
  assert.equal(stage.pfr.pfr.signed.length, 1, 'it still signs');

  stage.pfr.pfr.change('storage-free');
  await stage.until('all is well', async () => (await stage.complaints()).length === 0);
  assert.equal(await stage.complaints(), []);
});
