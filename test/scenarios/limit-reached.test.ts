import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('a card at its limit signs nothing before it was read out', async (stage) => {
  stage.pfr.pfr.change('limit-reached');

  assert.match(await stage.refused({}, 'prodaja-1'), 'достигнут је лимит');
  await stage.until('it is seen', async () => !(await stage.status()).ready);
  assert.match((await stage.status()).problems[0] ?? '', 'сачекајте око пет минута');

  stage.pfr.pfr.change('audit-done');
  await stage.sold({}, 'prodaja-1');
  await stage.until('all is well', async () => (await stage.status()).ready);
});
