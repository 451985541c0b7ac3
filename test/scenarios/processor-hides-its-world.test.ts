import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'a processor that hid where it belongs and signs in the real world is not asked again by the sandbox',
  async (stage) => {
    stage.tell({ taxCoreApi: '' });

    await stage.refused({}, 'prodaja-1');
    assert.match(await stage.refused({}, 'prodaja-2'), 'Фискални процесор је прави, а подешен је за тестирање.');

    assert.is(stage.signed.length, 1, 'the harm is done, once');
    assert.equal(await stage.numbers(), []);
    assert.equal([...new Set(stage.logged('pfr.unclear').map(({ cause }) => cause))], ['signed in production']);
    const decided = await stage.decide({ signed: true, link: stage.linkOf(stage.signed[0]), reason: 'на порталу' });
    assert.equal(decided, { ok: false, error: 'This link is from the production environment.' });
  },
  { pfr: { environment: 'production' } },
);
