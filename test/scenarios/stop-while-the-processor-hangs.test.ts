import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a box that is stopped while the processor hangs is down in its time, and settles at the next start',
  async (stage) => {
    stage.pfr.faults.add({ fault: 'hang', signs: 'now' });
    const selling = stage.sell({}, 'prodaja-1').catch(() => 'cut off');
    await stage.hanging();

    const begun = performance.now();
    await stage.restart();
    assert.ok(performance.now() - begun < 10_000, 'it was promised within 10 s');
    assert.is(await selling, 'cut off');

    await stage.settled();
    const replayed = await stage.replayed({}, 'prodaja-1');
    assert.equal(stage.signed, [replayed.pfr.invoiceNumber]);
  },
  { setting: { timeout: 60 } },
);
