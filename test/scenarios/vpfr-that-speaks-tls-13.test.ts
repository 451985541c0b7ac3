import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a V-PFR that speaks TLS 1.3 only is reached when the settings say so',
  async (stage) => {
    await stage.refused();

    await stage.setVpfr({ tls: '1.3' });

    const sold = await stage.sold();
    assert.equal(stage.signed, [sold.pfr.invoiceNumber]);
  },
  { pfr: { kind: 'vpfr', tls: { version: 'TLSv1.3' } } },
);
