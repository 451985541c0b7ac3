import * as assert from 'uvu/assert';
import { TestAuthority } from '../kit/pfr/certificates.js';
import { DEFAULTS } from '../kit/pfr/options.js';
import { scene } from './stage.js';

scene(
  'a certificate that the V-PFR turns away by an answer is a certain refusal, in its own words',
  async (stage) => {
    const strangers = await TestAuthority.create('Somebody Else CA');
    const { jid, company } = DEFAULTS;
    await stage.admin('certificate.remove', { environment: 'sandbox' });
    await stage.install(await strangers.client({ jid, company, environment: 'sandbox' }));

    assert.match(await stage.refused({}, 'prodaja-1'), 'A valid client certificate is required.');

    assert.is(stage.unsettled.length, 0);
    assert.is(stage.signed.length, 0);
  },
  { pfr: { kind: 'vpfr', tls: { untrustedClients: '403' } } },
);
