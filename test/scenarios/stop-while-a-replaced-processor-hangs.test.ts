import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a box is down in its time also when a processor that was replaced still owes an answer',
  async (stage) => {
    stage.pfr.faults.add({ fault: 'hang', signs: 'now' });
    const selling = stage.sell({}, 'prodaja-1').catch(() => 'cut off');
    await stage.hanging();
    await stage.box.set('pfr.sandbox', { mode: 'lpfr', url: stage.pfr.url, timeout: 1, signingLimit: 1 });
    await stage.status();
    const waiting = stage.sell({}, 'prodaja-2').catch(() => 'cut off');

    const begun = performance.now();
    await stage.restart();
    assert.ok(performance.now() - begun < 10_000, 'it was promised within 10 s');
    assert.equal(await Promise.all([selling, waiting]), ['cut off', 'cut off']);
    await stage.until('nobody waits for the answer any more', () => stage.logged('invoice.unknown').length === 1);

    await stage.settled();
    const replayed = await stage.replayed({}, 'prodaja-1');
    assert.equal(stage.signed, [replayed.pfr.invoiceNumber]);
  },
  { setting: { timeout: 60 } },
);
