import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a server that cannot prove to be the V-PFR gets neither PAC nor receipt',
  async (stage) => {
    await stage.admin('certificate.trust', { environment: 'sandbox', bundle: null });

    assert.match(await stage.refused({}, 'prodaja-1'), 'Сертификату процесора се не верује.');
    assert.is(stage.asked.filter((call) => call === 'invoice').length, 0);

    const bundle = Buffer.from(stage.pfr.authority?.pem ?? '').toString('base64');
    await stage.admin('certificate.trust', { environment: 'sandbox', bundle });
    await stage.sold({}, 'prodaja-1');
  },
  { pfr: { kind: 'vpfr' } },
);
