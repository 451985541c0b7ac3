import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a receipt signed by a card that was put in unseen is found when the processor names that card and it as the last',
  async (stage) => {
    const before = await stage.sold();
    stage.pfr.faults.add({ fault: 'none', before: [{ card: 'OTHER777' }] });

    const sold = await stage.sold();

    assert.is(sold.pfr.invoiceNumber, 'OTHER777-OTHER777-1');
    assert.equal(stage.signed, [before.pfr.invoiceNumber, sold.pfr.invoiceNumber]);
    assert.is(stage.asked.filter((call) => call === 'invoice').length, 2);
  },
  { pfr: { pin: null } },
);
