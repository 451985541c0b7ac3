import * as assert from 'uvu/assert';
import { read } from '../kit/client.js';
import { scene } from './stage.js';

const NO_PROCESSOR = /^Фискални процесор \(ПФР\) није подешен: рачун се не може издати\. Подесите га у „Подешавања”/;

scene('production with the demo issues nothing, and that is the first thing it says', async (stage) => {
  await stage.box.set('environment', 'production');

  const { fiscal, ready, problems, pfr } = await stage.status();
  assert.equal([fiscal, ready, problems.length, pfr.ok], [false, false, 1, false]);
  assert.match(problems[0] ?? '', NO_PROCESSOR);
  const unready = await stage.box.anonymous.fetch('GET', '/readyz');
  assert.equal(read('Readiness', 503, unready), { ready: false, failing: ['fiscal'] });
  const [first] = await stage.admin('doctor', {});
  assert.equal([first?.name, first?.state], ['fiscal', 'failure']);

  await stage.box.set('pfr.production', { mode: 'lpfr', url: 'http://127.0.0.1:9' });
  const real = await stage.status();
  assert.equal([real.fiscal, real.ready], [true, false], 'a processor that is off stops the sale instead');
  assert.not.match(real.problems.join(), NO_PROCESSOR);

  await stage.box.set('environment', 'sandbox');
  assert.not.match((await stage.status()).problems.join(), NO_PROCESSOR);
});
