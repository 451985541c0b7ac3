import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a processor that names the real world is not used for tests',
  async (stage) => {
    assert.match(await stage.refused(), 'Фискални процесор је прави, а подешен је за тестирање.');

    await stage.until('it is seen', async () => (await stage.status()).problems.join().includes('је прави'));
    assert.is(stage.signed.length, 0);
  },
  { pfr: { environment: 'production' } },
);
