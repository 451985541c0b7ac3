// turns: 2
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { NatsCarrier } from '../../../src/outward/delivery/stream/nats.js';
import { GroupBucket } from '../../../src/programs/fleet/group/bucket.js';
import { setCatalogue } from '../../../src/programs/fleet/group/set.js';
import { makeStream } from '../../../src/programs/fleet/ingest/stream.js';
import { configureStream, replay } from '../../../src/programs/fleet/stream.js';
import { ChainBox } from '../../kit/fleet/box.js';
import { unpacked } from '../../kit/fleet/packing.js';
import { withServers } from '../../kit/fleet/scene.js';
import { NatsCluster } from '../../kit/nats/cluster.js';
import { type NatsServer, NO_NATS, shopUser } from '../../kit/nats/server.js';
import { cleanUp, temporaryFolder } from '../../kit/process.js';
import { inEnglish } from '../../kit/inEnglish.js';

const onServers = withServers(test);
const onCluster = (name: string, work: () => Promise<void>): void => {
  if (NO_NATS === undefined) test(name, work);
  else test.skip(name, work);
};
test.after(cleanUp);

const STREAMS = ['KASIRBOX', 'KV_KASIRBOX'] as const;
const THREE = 3;

/** How an owner names a server of a cluster. */
function addressOf({ url, folder, authority, owner }: NatsServer) {
  const [caFile, credentialsFile] = [join(folder, 'ca.pem'), join(folder, 'owner.seed')];
  writeFileSync(caFile, authority.ca);
  writeFileSync(credentialsFile, owner.seed);
  return { url, caFile, credentialsFile };
}

/** On how many servers each stream is kept, and which one leads that of prices. */
function placesIn(cluster: NatsCluster) {
  return cluster.asOwner(async (manager) => {
    const [boxes, prices] = await Promise.all(STREAMS.map((name) => manager.streams.info(name)));
    const replicas = [boxes?.config.num_replicas, prices?.config.num_replicas];
    const isCurrent = [boxes, prices].every((one) => one?.cluster?.replicas?.every(({ current }) => current) === true);
    return { replicas, isCurrent, leader: prices?.cluster?.leader };
  });
}

onServers(
  'after a restore of PostgreSQL all that the stream holds is taken in once more, and counts once',
  async (scene) => {
    const address = { url: scene.nats.url };
    const box = ChainBox.numbered(1);
    await scene.publisher.records(box, [box.sell({ total: 100 })]);
    await scene.takeIn();
    await scene.publisher.records(box, [box.sell({ total: 200 })]);
    const waiting = await configureStream(address, {});
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
  const set = await configureStream(address, { days: 30 });
  assert.equal(set.ok && [set.value.days, set.value.replicas], [30, 1]);
  const kept = await configureStream(address, { days: 0 });
  assert.equal(kept.ok && kept.value.days, 0);
  const gone = await configureStream({ url: 'nats://127.0.0.1:1' }, {});
  assert.match(gone.ok ? '' : gone.error.en, /^NATS cannot be used: /);
});

onCluster('where the owner has the stream on three servers, prices outlive the one that leads them', async () => {
  const kiosk = shopUser('novi-sad-1', 'kiosks');
  const stores = Array.from({ length: THREE }, () => temporaryFolder());
  const cluster = await NatsCluster.start([kiosk], stores);
  /** What the command does, at a server that runs. */
  const atOne = <T>(work: (address: ReturnType<typeof addressOf>) => Promise<T>): Promise<T> =>
    cluster.asOwner(async (_manager, connection) => {
      const server = cluster.servers.find(({ port }) => connection.getServer().endsWith(`:${port}`));
      if (server === undefined) throw new Error(connection.getServer());
      return work(addressOf(server));
    });
  const set = (price: number) =>
    atOne(async (nats) => {
      const options = { nats, group: 'kiosks', validFrom: null, version: undefined, replaces: false, now: Date.now() };
      const done = await setCatalogue(options, [{ line: 2, fields: { plu: '1', name: 'Хлеб', price, label: 'Ђ' } }]);
      if (!done.ok) throw new Error(JSON.stringify(inEnglish(done.error)));
      return done.value;
    });
  const replicate = (replicas: number) =>
    atOne(async (address) => {
      const done = await configureStream(address, { replicas });
      if (!done.ok) throw new Error(done.error.en);
      return done.value.replicas;
    });
  await cluster.asOwner((manager) => makeStream(manager));
  assert.ok((await set(90)).isFirst);
  assert.equal((await placesIn(cluster)).replicas, [1, 1]);
  assert.is(await replicate(THREE), THREE);
  let places = await placesIn(cluster);
  assert.equal(places.replicas, [THREE, THREE]);
  while (!places.isCurrent || places.leader === undefined || places.leader === '') places = await placesIn(cluster);

  const led = cluster.servers[Number(places.leader.replace('server', '')) - 1];
  assert.ok(led);
  await led.kill();
  const last = await atOne(async ({ url }) => {
    const setting = { url, credentials: kiosk.seed, subject: 'kasirbox.novi-sad-1', ca: led.authority.ca };
    const box = await new NatsCarrier(setting, 'a'.repeat(32)).connect(new AbortController().signal);
    if (!box.ok) throw new Error(JSON.stringify(box.error));
    const read = await box.value.lastOfGroup('catalogue.kiosks');
    await box.value.close();
    if (!read.ok || read.value === undefined) throw new Error(JSON.stringify(read));
    return unpacked(read.value.bytes);
  });
  assert.match(JSON.stringify(last), /^{"version":1,.*"price":90/);
  // The owner goes on as well: an answer that was lost may have made him try twice.
  const second = await set(95);
  assert.ok(second.version >= 2 && !second.isFirst, JSON.stringify(second));
  await cluster.kill();
});

onCluster('a bucket that is made after the stream was put on three servers is on three as well', async () => {
  const cluster = await NatsCluster.start(
    [],
    Array.from({ length: THREE }, () => temporaryFolder()),
  );
  await cluster.asOwner((manager) => makeStream(manager));
  const [server] = cluster.servers;
  assert.ok(server);
  const replicated = await configureStream(addressOf(server), { replicas: THREE });
  assert.ok(replicated.ok, JSON.stringify(replicated));
  await (await GroupBucket.open(addressOf(server))).close();
  assert.equal((await placesIn(cluster)).replicas, [THREE, THREE]);
  await cluster.kill();
});

test.run();
