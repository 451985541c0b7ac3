import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MIGRATIONS } from '../../../../src/programs/fleet/postgres/migrations/all.js';
import { migrate } from '../../../../src/programs/fleet/postgres/migrate.js';
import { withServers } from '../../../kit/fleet/scene.js';

const onServers = withServers(test);

onServers('programs that start at once bring the tables up to date once', async (scene) => {
  const clients = await Promise.all([scene.connect(), scene.connect(), scene.connect()]);
  const done = await Promise.all(clients.map((client) => migrate(client)));
  const applied = done.map((one) => (one.ok ? one.value : one.error)).sort();
  assert.equal(applied, [0, 0, MIGRATIONS.length]);
  for (const client of clients) await client.end();
});

onServers('tables of a later release are left alone, and the ingester says what to do', async (scene) => {
  await scene.takeIn();
  await scene.rows("INSERT INTO kasirbox.migration (number, name) VALUES (999, 'later')");
  const client = await scene.connect();
  const done = await migrate(client);
  await client.end();
  assert.match(done.ok ? '' : done.error.en, /later release \(migration 999\): update kasirbox/);
});

test.run();
