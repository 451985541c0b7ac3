import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'the first receipt of a signer that the box has never seen shows that something came before it',
  async (stage) => {
    await stage.sold({}, 'prodaja-1');
    stage.pfr.pfr.change({ signer: 'FAKESEO1' });
    stage.pfr.pfr.change('foreign-receipt');
    const { pfr } = await stage.sold({}, 'prodaja-2');
    assert.match(pfr.invoiceNumber, /-FAKESEO1-2$|-FAKE7PFR-2$/, 'the box issues the second of the series');
    await stage.complains(/^warning: Под ознаком FAKE7PFR је после рачуна 0 издат рачун 2/);
  },
  { pfr: { kind: 'vpfr' } },
);
