import * as assert from 'uvu/assert';
import { systemClock } from '../../src/base/clock.js';
import { scene } from './stage.js';

scene(
  'the same sale without a key gets the receipt that is found once the processor is ready',
  async (stage) => {
    stage.pfr.faults.add({ fault: 'drop', signs: true });
    stage.pfr.faults.add({ fault: 'drop', signs: false, on: 'find', standing: true });
    await stage.refused();
    const lost = systemClock.monotonic();
    // For a minute of the box the same sale is refused.
    await stage.until('the minute is over', () => systemClock.monotonic() - lost > 3500);

    // The processor is back just after the look-up of this sale.
    stage.pfr.faults.add({ fault: 'hang', signs: 'now', on: 'status' });
    const again = stage.sell();
    await stage.hanging();
    stage.pfr.faults.clear();
    stage.pfr.release();

    assert.is((await again).status, 200);
    assert.is(stage.signed.length, 1);
    await stage.sold();
    assert.is(stage.signed.length, 2, 'the next customer has a receipt of his own');
  },
  // A status that hangs must not be given up before it is released.
  { setting: { timeout: 60 } },
);
