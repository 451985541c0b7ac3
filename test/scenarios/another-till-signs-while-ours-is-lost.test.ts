import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a processor that keeps more than the last answer still finds ours after another till has signed',
  async (stage) => {
    stage.pfr.faults.add({ fault: 'drop', signs: true, after: ['foreign-receipt'] });

    const sold = await stage.sold();

    assert.equal(stage.signed, [sold.pfr.invoiceNumber]);
  },
  { pfr: { kept: 3 } },
);
