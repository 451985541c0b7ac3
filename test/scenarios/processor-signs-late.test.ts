import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a processor that signs after the box has given up waiting is found signing, not asked again',
  async (stage) => {
    stage.pfr.faults.add({ fault: 'hang', signs: 'late' });

    const selling = stage.sold({}, 'prodaja-1');
    await stage.until('it is looked up', () => stage.asked.includes('find'));
    assert.equal(stage.signed, [], 'it is not there yet, which proves nothing');
    stage.pfr.release();

    const { pfr } = await selling;
    assert.equal(stage.signed, [pfr.invoiceNumber]);
    assert.is(stage.asked.filter((call) => call === 'invoice').length, 1);
  },
  { isSlow: true },
);
