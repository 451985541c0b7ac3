import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a receipt that a person has entered is the answer to its caller, who asks again without a key',
  async (stage) => {
    stage.pfr.faults.add({ fault: 'drop', signs: true, after: ['forget'] });
    await stage.refused();
    await stage.doubted();
    const link = stage.pfr.pfr.lastAnswer(1)?.['verificationUrl'] as string;
    assert.ok((await stage.decide({ signed: true, link, reason: 'нађен на порталу' })).ok);

    const again = await stage.sell();
    assert.equal([again.status, again.headers['idempotency-replayed'], stage.signed.length], [200, 'true', 1]);
  },
);
