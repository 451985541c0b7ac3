import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a processor that tells no rates is not sold by, and the status says what to do',
  async (stage) => {
    await stage.until('it is seen', async () =>
      (await stage.status()).problems.join().includes('није послао пореске стопе'),
    );
    assert.match((await stage.status()).problems[0] ?? '', 'Повежите процесор на интернет');

    assert.match(await stage.refused(), 'није послао пореске стопе');

    assert.is(stage.signed.length, 0);
  },
  { pfr: { groups: [{ groupId: 1, validFrom: 0, rates: [] }] } },
);
