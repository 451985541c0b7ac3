import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a short wait for answers does not make the box believe sooner that nothing was signed',
  async (stage) => {
    await stage.box.set('pfr.sandbox', { mode: 'lpfr', url: stage.pfr.url, timeout: 1 });
    stage.pfr.faults.add({ fault: 'hang', signs: 'late' });

    await stage.refused({}, 'prodaja-1');
    assert.equal(stage.signed, [], 'some seconds have passed, and all looks say that there is nothing');
    assert.is(stage.unsettled.length, 1);
    stage.pfr.release();

    await stage.settled();
    const replayed = await stage.replayed({}, 'prodaja-1');
    assert.equal(stage.signed, [replayed.pfr.invoiceNumber]);
  },
  { isSlow: true },
);
