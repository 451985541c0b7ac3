import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'an order that the other signer of a V-PFR has signed is named when each signer has been heard',
  async (stage) => {
    const sells = async (signer: string) => {
      stage.pfr.pfr.change({ signer });
      return (await stage.sellsOn()).pfr.invoiceNumber;
    };
    await sells('FAKESEO0');
    await sells('FAKESEO1');
    stage.pfr.faults.add({ fault: 'drop', signs: true });
    await stage.refused({}, 'prodaja-1');

    assert.is(await sells('FAKESEO0'), 'FAKE7PFR-FAKESEO0-2');
    await stage.doubted();
    assert.is(await sells('FAKESEO1'), 'FAKE7PFR-FAKESEO1-3');

    assert.is(await stage.signedButMissing(), 'FAKE7PFR-FAKESEO1-2');
    await stage.findOnPortal('FAKE7PFR-FAKESEO1-2');
    assert.is((await stage.replayed({}, 'prodaja-1')).pfr.invoiceNumber, 'FAKE7PFR-FAKESEO1-2');
  },
  { pfr: { kind: 'vpfr', kept: 0 } },
);
