import * as assert from 'uvu/assert';
import { read } from '../kit/client.js';
import { scene } from './stage.js';

scene(
  'production with the demo sells on papers that are not fiscal, and that is the first thing it says',
  async (stage) => {
    await stage.box.set('environment', 'production');

    assert.equal([(await stage.sold()).pfr.demo, stage.signed], [true, []]);
    const { fiscal, ready, problems, warnings } = await stage.status();
    assert.equal([fiscal, ready, problems], [false, true, []], 'the contract lets the demo issue');
    assert.match(warnings[0] ?? '', /^Рачуни НИСУ ФИСКАЛНИ: .* Не продајте\. Подесите фискални процесор/);
    const ready200 = await stage.box.anonymous.fetch('GET', '/readyz');
    assert.equal(read('Readiness', 200, ready200), { ready: true, failing: [] });
    const [first] = await stage.admin('doctor', {});
    assert.equal([first?.name, first?.state], ['fiscal', 'failure']);

    await stage.box.set('pfr.production', { mode: 'lpfr', url: 'http://127.0.0.1:9' });
    const real = await stage.status();
    assert.equal([real.fiscal, real.ready], [true, false], 'a processor that is off stops the sale instead');
    assert.not.match(real.warnings.join(), 'НИСУ ФИСКАЛНИ');

    await stage.box.set('environment', 'sandbox');
    assert.not.match((await stage.status()).warnings.join(), 'НИСУ ФИСКАЛНИ');
  },
);
