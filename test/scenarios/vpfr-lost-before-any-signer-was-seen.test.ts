import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'of a new certificate the first order is lost, and another signer signs the next: its number proves nothing',
  async (stage) => {
    stage.pfr.faults.add({ fault: 'drop', signs: true });
    await stage.refused({}, 'prodaja-1');

    stage.pfr.pfr.change({ signer: 'FAKESEO1' });
    await stage.sellsOnUntil('a person is asked', () => stage.unsettled.every(({ state }) => state === 'doubt'));
    await stage.refused({}, 'prodaja-1');

    const [lost] = stage.signed;
    assert.is(lost, 'FAKE7PFR-FAKESEO0-1');
    await stage.findOnPortal(lost);
    assert.is((await stage.replayed({}, 'prodaja-1')).pfr.invoiceNumber, lost);
  },
  { pfr: { kind: 'vpfr', kept: 0 } },
);
