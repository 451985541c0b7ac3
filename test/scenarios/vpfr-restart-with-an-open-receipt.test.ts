import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a receipt that a V-PFR has signed is found after a restart, before any other is sent',
  async (stage) => {
    stage.pfr.faults.add({ fault: 'cut' }, { fault: 'drop', signs: false, on: 'find', standing: true });
    await stage.refused({}, 'prodaja-1');
    stage.pfr.faults.clear();
    await stage.restart();

    const replayed = await stage.replayed({}, 'prodaja-1');
    assert.equal(stage.signed, [replayed.pfr.invoiceNumber]);
  },
  { pfr: { kind: 'vpfr' } },
);
