import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'what is signed only after the next buyer was served is found',
  async (stage) => {
    stage.pfr.faults.add({ fault: 'hang', signs: 'late' });
    await stage.refused({}, 'prodaja-1');
    const next = await stage.sellsOn();
    assert.equal(stage.signed, [next.pfr.invoiceNumber]);

    stage.pfr.release();
    await stage.settled();

    const late = await stage.replayed({}, 'prodaja-1');
    assert.equal(stage.signed, [next.pfr.invoiceNumber, late.pfr.invoiceNumber]);
  },
  { setting: { signingLimit: 60 } },
);
