import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a sale that is under way ends at the processor that it was sent to',
  async (stage) => {
    const other = await stage.newProcessor({ jid: 'NOVA7PFR', pin: null });
    stage.pfr.faults.add({ fault: 'hang', signs: 'late' });
    const selling = stage.sold({}, 'prodaja-1');
    await stage.hanging();

    await stage.useLpfr(other);
    stage.pfr.release();

    assert.is((await selling).pfr.requestedBy, 'FAKE7PFR');
    assert.is((await stage.sold()).pfr.requestedBy, 'NOVA7PFR');
  },
  { setting: { timeout: 60 } },
);
