import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a receipt signed in the real world is no receipt of the sandbox, though the processor hid where it belongs',
  async (stage) => {
    stage.tell({ taxCoreApi: '' });

    await stage.refused({}, 'prodaja-1');
    await stage.doubted();

    assert.is(stage.signed.length, 1, 'the harm is done');
    assert.equal(await stage.numbers(), []);
    assert.equal([...new Set(stage.logged('pfr.unclear').map(({ cause }) => cause))], ['signed in production']);
    const link = stage.pfr.pfr.lastAnswer(1)?.['verificationUrl'] as string;
    const decided = await stage.decide({ signed: true, link, reason: 'нађен на порталу' });
    assert.equal(decided, { ok: false, error: 'This link is one of the production environment.' });
  },
  { pfr: { environment: 'production' } },
);
