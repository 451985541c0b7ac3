import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Months } from '../../../../src/programs/fleet/postgres/migrate.js';
import { ChainBox } from '../../../kit/fleet/box.js';
import { withServers } from '../../../kit/fleet/scene.js';

const onServers = withServers(test);

onServers(
  'a month that begins while somebody reads the tables holds nothing up, and gets its partition later',
  async (scene) => {
    await scene.takeIn();
    const reader = await scene.connect();
    await reader.query('BEGIN; SELECT count(*) FROM kasirbox.receipt');
    const box = ChainBox.numbered(1);
    box.at = Date.UTC(2025, 4, 1);
    await scene.publisher.records(box, [box.sell({ total: 100, createdAt: '2025-05-01 08:00:00' })]);
    await scene.takeIn();
    assert.is(await scene.turnover(), '1.00');
    assert.is(await scene.value('SELECT count(*) FROM kasirbox.receipt_other'), '1');
    await reader.query('ROLLBACK');
    await reader.end();
    await scene.publisher.records(box, [box.sell({ total: 200, createdAt: '2025-05-01 08:00:01' })]);
    await scene.takeIn();
    assert.is(await scene.turnover(), '3.00');
    assert.is(await scene.value('SELECT count(*) FROM kasirbox.receipt_2025_05'), '2');
  },
);

onServers('the partition of the next month is there a week before it begins', async (scene) => {
  await scene.takeIn();
  const client = await scene.connect();
  await new Months().make(client, [], Date.UTC(2031, 0, 25));
  await client.end();
  const there = await scene.value("SELECT to_regclass('kasirbox.receipt_2031_02') IS NOT NULL");
  assert.is(there, true);
});

test.run();
