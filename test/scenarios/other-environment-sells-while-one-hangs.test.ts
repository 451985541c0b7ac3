import * as assert from 'uvu/assert';
import { setProductionProcessor } from '../kit/pfr/production.js';
import { scene } from './stage.js';

scene(
  'a sale that hangs in one environment holds up none in the other, and ends in its own',
  async (stage) => {
    stage.pfr.faults.add({ fault: 'hang', signs: 'late' });
    const selling = stage.sold({}, 'prodaja-1');
    await stage.hanging();

    const fake = await setProductionProcessor(stage.box);
    await stage.box.set('environment', 'production');
    const other = await stage.sold({}, 'prodaja-1');
    assert.is(other.pfr.environment, 'production');
    assert.is(stage.pfr.hangingCalls, 1, 'the first still hangs');
    stage.pfr.release();

    const first = await selling;
    assert.is(first.pfr.environment, 'sandbox');
    assert.equal(stage.signed, [first.pfr.invoiceNumber]);
    await fake.stop();
  },
  { setting: { timeout: 60 } },
);
