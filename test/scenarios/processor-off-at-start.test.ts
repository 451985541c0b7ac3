import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene('a box starts without its processor, says so, and sells as soon as it is there', async (stage) => {
  await stage.pfr.stop();
  await stage.restart();

  await stage.until('the status tells', async () =>
    (await stage.status()).problems.join().includes('на подешеној адреси не одговара'),
  );
  assert.not((await stage.status()).ready);
  await stage.refused();

  await stage.pfr.up();
  await stage.until('it is seen', async () => (await stage.status()).ready);
  await stage.sold();
});
