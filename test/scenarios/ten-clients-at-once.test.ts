import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'ten clients at once are served one by one, in the order of asking',
  async (stage) => {
    const lines = Array.from({ length: 10 }, (_, index) => `prodaja-${index}`);
    stage.pfr.faults.add({ fault: 'hang', signs: 'late' });

    const first = stage.sold({}, 'prvi-racun');
    await stage.hanging();
    const others = lines.map((key) => stage.sold({}, key));
    assert.is(stage.asked.filter((call) => call === 'invoice').length, 1, 'the others wait');
    stage.pfr.release();

    const counters = (await Promise.all([first, ...others])).map(({ pfr }) => pfr.invoiceCounter);
    assert.equal(new Set(counters).size, 11);
    assert.is(stage.signed.length, 11);
    assert.equal((await stage.numbers()).reverse(), stage.signed, 'the ledger has them in the order of signing');
  },
  { isSlow: true, setting: { timeout: 60 } },
);
