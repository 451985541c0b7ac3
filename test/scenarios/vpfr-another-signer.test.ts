import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'another signer proves nothing about the one before; when each has signed after the limit, it is proven',
  async (stage) => {
    await stage.sold();
    stage.pfr.faults.add({ fault: 'drop', signs: false });
    await stage.refused({}, 'prodaja-1');

    stage.pfr.pfr.change({ signer: 'FAKESEO1' });
    const other = await stage.sellsOn();
    assert.is(other.pfr.invoiceNumber, 'FAKE7PFR-FAKESEO1-1');
    await stage.doubted();
    assert.match(await stage.refused({}, 'prodaja-1'), 'Није могуће утврдити');
    await stage.sellsOn();

    stage.pfr.pfr.change({ signer: 'FAKESEO0' });
    await stage.sellsOn();
    await stage.settled();
    assert.is((await stage.sold({}, 'prodaja-1')).pfr.invoiceNumber, 'FAKE7PFR-FAKESEO0-3');
  },
  { pfr: { kind: 'vpfr' } },
);
