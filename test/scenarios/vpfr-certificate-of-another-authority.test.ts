import * as assert from 'uvu/assert';
import { TestAuthority } from '../kit/pfr/certificates.js';
import { DEFAULTS } from '../kit/pfr/options.js';
import { scene } from './stage.js';

scene(
  'a certificate that the V-PFR turns away in the handshake is a certain refusal',
  async (stage) => {
    const strangers = await TestAuthority.create('Somebody Else CA');
    const { jid, company } = DEFAULTS;
    await stage.admin('certificate.remove', { environment: 'sandbox' });
    await stage.install(await strangers.client({ jid, company, environment: 'sandbox' }));

    await stage.refused({}, 'prodaja-1');

    assert.is(stage.unsettled.length, 0);
    assert.not(stage.asked.includes('invoice'), 'not a byte of it has left');
  },
  { pfr: { kind: 'vpfr' } },
);
