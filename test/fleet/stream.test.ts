import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { lookAtStream, replay } from '../../src/fleet/stream.js';
import { ChainBox } from '../kit/fleet/box.js';
import { withServers } from '../kit/fleet/scene.js';

const onServers = withServers(test);

onServers(
  'after a restore of PostgreSQL all that the stream holds is taken in once more, and counts once',
  async (scene) => {
    const address = { url: scene.nats.url };
    const box = ChainBox.numbered(1);
    await scene.publisher.records(box, [box.sell({ total: 100 })]);
    await scene.takeIn();
    await scene.publisher.records(box, [box.sell({ total: 200 })]);
    const waiting = await lookAtStream(address, {});
    assert.equal(waiting.ok && [waiting.value.messages, waiting.value.waiting], [2, 1]);
    await scene.takeIn();
    // The backup was made before the second one.
    await scene.rows('DROP SCHEMA kasirbox CASCADE');
    await scene.takeIn();
    assert.equal(await scene.rows('SELECT * FROM kasirbox.turnover_by_day'), []);
    assert.equal(await replay(address), { ok: true, value: true });
    for (let times = 0; times < 2; times += 1) await scene.takeIn();
    assert.is(await scene.value('SELECT amount FROM kasirbox.turnover_by_day'), '3.00');
    assert.equal(await replay(address), { ok: true, value: true });
    await scene.takeIn();
    assert.is(await scene.value('SELECT amount FROM kasirbox.turnover_by_day'), '3.00');
  },
);

onServers('the owner says how long the stream keeps messages; a server that is not there is said', async (scene) => {
  const address = { url: scene.nats.url };
  const set = await lookAtStream(address, { days: 30 });
  assert.equal(set.ok && [set.value.days, set.value.replicas], [30, 1]);
  const kept = await lookAtStream(address, { days: 0 });
  assert.equal(kept.ok && kept.value.days, 0);
  const gone = await lookAtStream({ url: 'nats://127.0.0.1:1' }, {});
  assert.match(gone.ok ? '' : gone.error, /^NATS cannot be used: /);
});

test.run();
