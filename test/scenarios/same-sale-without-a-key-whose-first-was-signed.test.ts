import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'the same sale without a key is told the number of its first, once the numbers prove that this was signed',
  async (stage) => {
    stage.pfr.faults.add({ fault: 'drop', signs: true, after: ['forget'] });
    await stage.refused();
    await stage.sellsOn();
    const number = await stage.signedButMissing();

    assert.ok((await stage.refused()).includes(number));
    assert.is(stage.signed.length, 2);
  },
);
