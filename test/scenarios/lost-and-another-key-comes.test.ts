import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'while one end is unknown the next buyer is served; after it both receipts are in the ledger',
  async (stage) => {
    stage.pfr.faults.add({ fault: 'drop', signs: true }, { fault: 'drop', signs: false, on: 'find', standing: true });
    await stage.refused({}, 'prodaja-1');

    const second = await stage.sold({}, 'prodaja-2');
    assert.is(stage.unsettled.length, 1);

    stage.pfr.faults.clear();
    await stage.settled();
    const first = await stage.replayed({}, 'prodaja-1');
    assert.equal(stage.signed, [first.pfr.invoiceNumber, second.pfr.invoiceNumber]);
  },
  { pfr: { kept: 2 } },
);
