import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'an L-PFR with a pinned key gets PIN and sales over TLS, whoever has certified the key and whenever that ended',
  async (stage) => {
    await stage.useLpfr(stage.pfr);
    assert.match(await stage.refused(), 'Сертификату процесора се не верује; ништа му није послато');
    assert.match(await stage.refused(), stage.pfr.pin, 'it is shown what to pin');
    assert.equal(stage.asked, []);

    await stage.useLpfr(stage.pfr, { pin: stage.pfr.pin });
    assert.is(await stage.enterPin('1234'), '');
    await stage.sold();
    assert.equal(await stage.complaints(), []);
  },
  {
    pfr: { tls: { validity: { from: Date.UTC(2020, 0, 1), until: Date.UTC(2021, 0, 1) } } },
    isOpen: false,
  },
);
