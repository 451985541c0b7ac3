import * as assert from 'uvu/assert';
import { read } from '../../../kit/client.js';
import { scene, stateOf } from './stage.js';

scene('a slip in which the paper ends is blocked until there is new paper, and then goes on', async (stage) => {
  const { printer } = stage.station;
  printer.at('processed', 9000, (one) => one.paper('out'));
  const { uuid } = await stage.sold();

  await stage.become(uuid, 'blocked paper');
  const [job] = await stage.jobsOf(uuid);
  const alone = read('PrintJobAnswer', 200, await stage.client.get(`/print-jobs/${job?.id}`));
  assert.is(stateOf(alone.job), 'blocked paper');
  const { state, reason } = await stage.printer();
  assert.equal({ state, reason }, { state: 'blocked', reason: 'paper' });

  // Changing a roll may take as long as it takes.
  await stage.pass(40_000);
  assert.equal(await stage.states(uuid), ['blocked paper']);
  printer.paper('ok');
  await stage.become(uuid, 'printed');
  assert.equal(await stage.papers(), ['1']);
  assert.is((await stage.printer()).state, 'idle');
});
