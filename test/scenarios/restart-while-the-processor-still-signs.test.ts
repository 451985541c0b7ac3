import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a receipt that is signed after the box was ended is found before a processor that keeps only its latest signs the next',
  async (stage) => {
    // Later than the box needs for its restart, and before it sells on.
    stage.pfr.faults.add({ fault: 'hang', signs: 'late', ms: 1500 });
    const selling = stage.sell({}, 'prodaja-1').catch(() => undefined);
    await stage.hanging();
    await stage.restart();
    await selling;

    const next = await stage.sellsOn();

    const found = await stage.replayed({}, 'prodaja-1');
    assert.equal(stage.signed, [found.pfr.invoiceNumber, next.pfr.invoiceNumber]);
  },
  { isSlow: true, setting: { sellOnAfter: 5 } },
);
