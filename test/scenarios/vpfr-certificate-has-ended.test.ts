import * as assert from 'uvu/assert';
import { DEFAULTS } from '../kit/pfr/options.js';
import { scene } from './stage.js';

const DAY = 86_400_000;

scene(
  'a certificate that ends soon is a warning, and one that has ended stands in the way',
  async (stage) => {
    const { jid, company } = DEFAULTS;
    const validity = { from: Date.now() - DAY, until: Date.now() + DAY };
    const credentials = await stage.pfr.authority?.client({ jid, company, environment: 'sandbox', validity });
    if (credentials !== undefined) await stage.install(credentials);
    await stage.complains(/^warning: .*ертификат/);
    await stage.sold();

    stage.box.clockOffset = 2 * DAY;

    assert.match((await stage.complaints()).join(), /^failure: .*ертификат/);
    assert.not((await stage.status()).ready);
  },
  { pfr: { kind: 'vpfr' } },
);
