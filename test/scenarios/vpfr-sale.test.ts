import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a V-PFR signs for the certificate of the taxpayer, by its own secure element',
  async (stage) => {
    const sold = await stage.sold({}, 'prodaja-1');

    assert.is(sold.pfr.mode, 'vpfr');
    assert.is(sold.pfr.invoiceNumber, 'FAKE7PFR-FAKESEO0-1');
    assert.not(sold.pfr.fiscal);
    await stage.sold();
    await stage.replayed({}, 'prodaja-1');
    assert.is(stage.signed.length, 2);
    assert.ok((await stage.status()).ready);
  },
  { pfr: { kind: 'vpfr' } },
);
