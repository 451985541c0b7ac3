import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a certificate that the tax authority has disabled signs nothing, and the cashier is told',
  async (stage) => {
    await stage.sold();
    stage.pfr.pfr.change('certificate-disabled');

    assert.match(await stage.refused({}, 'prodaja-2'), 'The client certificate is not active.');
    assert.is(stage.unsettled.length, 0);
    await stage.until('it is seen', async () => !(await stage.status()).ready);

    stage.pfr.pfr.change('certificate-enabled');
    await stage.sold({}, 'prodaja-2');
  },
  { pfr: { kind: 'vpfr' } },
);
