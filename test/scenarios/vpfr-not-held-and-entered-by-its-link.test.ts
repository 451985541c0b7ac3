import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a receipt that a V-PFR has signed and forgotten is named by its number, and entered by its link',
  async (stage) => {
    stage.pfr.faults.add({ fault: 'drop', signs: true });
    await stage.refused({}, 'prodaja-1');
    await stage.sellsOn();
    const number = await stage.signedButMissing();
    assert.is(number, stage.signed[0]);
    assert.match(await stage.refused({}, 'prodaja-1'), `Овај рачун је издат под бројем ${number}`);

    await stage.findOnPortal(number);

    const replayed = await stage.replayed({}, 'prodaja-1');
    assert.is(replayed.pfr.invoiceNumber, number);
    assert.is(stage.signed.length, 2);
  },
  { pfr: { kind: 'vpfr', kept: 0 } },
);
