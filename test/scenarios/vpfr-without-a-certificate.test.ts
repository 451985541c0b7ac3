import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'without its certificate nothing is sent to a V-PFR, and the status says what is missing',
  async (stage) => {
    await stage.sold();
    await stage.admin('certificate.remove', { environment: 'sandbox' });

    assert.match(await stage.refused(), 'Сертификат за фискални процесор није инсталиран.');
    const { problems } = await stage.status();
    assert.is(problems.length, 1, 'that is all there is to say');
    assert.match(problems[0] ?? '', 'ертификат');
    assert.is(stage.signed.length, 1);
  },
  { pfr: { kind: 'vpfr' } },
);
