import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a V-PFR whose answer is lost is asked for it by the request id',
  async (stage) => {
    stage.pfr.faults.add({ fault: 'drop', signs: true });

    const sold = await stage.sold();

    assert.equal(stage.signed, [sold.pfr.invoiceNumber]);
    assert.is(stage.logged('pfr.settled').length, 1);
  },
  { pfr: { kind: 'vpfr' } },
);
