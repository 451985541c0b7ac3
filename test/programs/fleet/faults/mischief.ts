import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../../../kit/random.js';
import type { NatsServer } from '../../../kit/nats/server.js';
import type { Fleet } from './fleet.js';

/** Brings something about, and ends when it is over. */
export type Mischief = (fleet: Fleet, random: Random) => Promise<void>;

/** How long a fault lasts, ms. */
const SHORT = [300, 3000] as const;

function lasting(random: Random): Promise<unknown> {
  return delay(random.int(...SHORT));
}

/** Kill -9 of servers, which are gone for a while. */
async function without(servers: readonly NatsServer[], random: Random): Promise<void> {
  await Promise.all(servers.map((server) => server.kill()));
  await lasting(random);
  await Promise.all(servers.map((server) => server.run()));
}

/** What is done to the servers of NATS, one thing after the other. */
const TO_SERVERS: Readonly<Record<string, Mischief>> = {
  'server killed': ({ cluster: { servers } }, random) => without([random.pick(servers)], random),
  'all servers killed': ({ cluster: { servers } }, random) => without(servers, random),
  async 'two servers killed'({ cluster: { servers } }, random) {
    const spared = random.pick(servers);
    await without(
      servers.filter((server) => server !== spared),
      random,
    );
  },
  async 'server hangs'({ cluster: { servers } }, random) {
    const server = random.pick(servers);
    server.signal('SIGSTOP');
    await lasting(random);
    server.signal('SIGCONT');
  },
  /** It says so and switches its JetStream off; whoever looks after it makes room and starts it again. */
  async 'disk of a server full'({ cluster: { servers }, disks }, random) {
    const at = random.int(0, servers.length - 1);
    const [server, disk] = [servers[at], disks[at]];
    if (server === undefined || disk === undefined) return;
    disk.fill();
    await lasting(random);
    await lasting(random);
    await server.kill();
    disk.free();
    await server.run();
  },
};

/** What is done to ingesters and PostgreSQL. */
const TO_TAKERS: Readonly<Record<string, Mischief>> = {
  async 'ingester killed'({ ingesters }, random) {
    const ingester = random.pick(ingesters);
    await ingester.kill();
    await lasting(random);
    ingester.start();
  },
  async 'all ingesters killed'({ ingesters }, random) {
    await Promise.all(ingesters.map((ingester) => ingester.kill()));
    await lasting(random);
    for (const ingester of ingesters) ingester.start();
  },
  async 'PostgreSQL killed'({ postgres }, random) {
    await postgres.stop('SIGKILL');
    await lasting(random);
    // What it has left behind ends by itself, and holds it up until then.
    for (let isUp = false; !isUp;)
      isUp = await postgres.startAgain().then(
        () => true,
        () => delay(100, false),
      );
  },
  async 'connections to PostgreSQL cut'({ postgres }) {
    const client = await postgres.client();
    await client.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'kasirbox-ingest'",
    );
    await client.end();
  },
};

/** What is done to boxes, and on the way to the servers. */
const TO_BOXES: Readonly<Record<string, Mischief>> = {
  'box killed': ({ real }, random) => random.pick(real).kill(),
  'connections to a server cut'({ relays }, random) {
    random.pick(relays).cut();
    return Promise.resolve();
  },
  /** Nothing comes through, and then goes on or is lost. */
  async 'way to a server blocked'({ relays }, random) {
    const relay = random.pick(relays);
    relay.isHeld = true;
    await lasting(random);
    if (random.oneIn(2)) relay.cut();
    relay.release();
  },
  /** As behind an address that several servers share. */
  'way leads to another server'({ relays, cluster: { servers } }, random) {
    const relay = random.pick(relays);
    relay.to = random.pick(servers).port;
    relay.cut();
    return Promise.resolve();
  },
};

/** By itself: many small boxes take long to start. */
const TO_SMALL_BOXES: Readonly<Record<string, Mischief>> = {
  async 'process of small boxes killed'({ small }, random) {
    // They sell for a while in each life.
    for (let time = 0; time < 3; time += 1) await lasting(random);
    const boxes = random.pick(small);
    await boxes.kill();
    await boxes.start();
  },
};

/** Each list is worked off by itself: what is done to different parts happens at the same time. */
export const MISCHIEF = [TO_SERVERS, TO_TAKERS, TO_BOXES, TO_SMALL_BOXES] as const;
