import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'an answer that cannot be believed even when it is looked up is not taken, and believed as soon as it is whole',
  async (stage) => {
    stage.pfr.faults.add({ fault: 'broken-link' }, { fault: 'broken-link', on: 'find', standing: true });
    await stage.refused({}, 'prodaja-1');
    assert.equal(await stage.numbers(), []);

    const next = await stage.sellsOn();
    assert.is(await stage.signedButMissing(), stage.signed[0]);
    assert.equal(await stage.numbers(), [next.pfr.invoiceNumber]);

    stage.pfr.faults.clear();
    await stage.settled();
    const replayed = await stage.replayed({}, 'prodaja-1');
    assert.equal(stage.signed, [replayed.pfr.invoiceNumber, next.pfr.invoiceNumber]);
  },
  { pfr: { kept: 3 } },
);
