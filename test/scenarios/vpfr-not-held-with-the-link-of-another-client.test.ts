import * as assert from 'uvu/assert';
import { FakePfr } from '../kit/pfr/core.js';
import { DEFAULTS } from '../kit/pfr/options.js';
import { scene } from './stage.js';

scene(
  'a receipt sent to a V-PFR is of the element of its certificate: the link of another is refused',
  async (stage) => {
    await stage.sold();
    stage.pfr.faults.add({ fault: 'drop', signs: true, after: ['forget'] });
    await stage.refused({}, 'prodaja-2');
    await stage.sellsOn();
    const number = await stage.signedButMissing();
    const stranger = new FakePfr({ kind: 'vpfr', jid: 'OTHER777' });
    const headers = { pac: DEFAULTS.pac, 'accept-language': 'sr-Cyrl-RS' };
    const body = stage.pfr.pfr.signed[1]?.body ?? Buffer.alloc(0);
    stranger.handle({ method: 'POST', path: '/api/v3/invoices', headers, body });
    const foreign = stranger.lastAnswer(1)?.['verificationUrl'] as string;

    const decided = await stage.decide({ signed: true, link: foreign, reason: 'туђи рачун' });

    assert.equal(decided, {
      ok: false,
      error: 'This link is from OTHER777, but the receipt was sent to FAKE7PFR.',
    });
    await stage.findOnPortal(number);
  },
  { pfr: { kind: 'vpfr' } },
);
