import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nanos } from '@nats-io/transport-node';
import { BoxStream, CONSUMER, STREAM } from '../../../../src/programs/fleet/ingest/stream.js';
import { PostgresServer } from '../../../kit/fleet/postgres.js';
import { SmallDisk } from '../../../kit/loop/smallDisk.js';
import { NatsCluster } from '../../../kit/nats/cluster.js';
import { Relay } from '../../../kit/nats/relay.js';
import { shopUser } from '../../../kit/nats/server.js';
import { temporaryFolder } from '../../../kit/process.js';
import type { Random } from '../../../kit/random.js';
import { IngesterProcess, SmallBoxesProcess } from './children.js';
import { RealBox } from './realBox.js';

/** How many there are, and what they sell. */
export interface FleetSize {
  readonly real: number;
  readonly small: number;
  /** In so many processes. */
  readonly processes: number;
  /** Of all small boxes in a second. */
  readonly receipts: number;
  /** Longest pause of a real box after a receipt, ms. */
  readonly pause: number;
  /** Disk of each server, bytes. */
  readonly disk: number;
}

const SERVERS = 3;
const INGESTERS = 2;
/** What an ingester that was killed had at hand comes again after so long, ms. */
const ACK_WAIT = 3000;

/** All that an owner of many boxes has, as processes that may be killed. */
export class Fleet {
  private constructor(
    readonly size: FleetSize,
    /** None where none can be mounted. */
    readonly disks: readonly SmallDisk[],
    readonly cluster: NatsCluster,
    /** One in front of each server. */
    readonly relays: readonly Relay[],
    readonly postgres: PostgresServer,
    readonly ingesters: readonly IngesterProcess[],
    readonly real: readonly RealBox[],
    readonly small: readonly SmallBoxesProcess[],
  ) {}

  static async start(size: FleetSize, random: Random): Promise<Fleet> {
    const shops = ['kiosk', ...Array.from({ length: size.real }, (_, number) => `shop-${number}`)];
    const [kiosk, ...users] = shops.map((shop) => shopUser(shop));
    if (kiosk === undefined) throw new Error('there is no shop');
    const made = Array.from({ length: SERVERS }, () => SmallDisk.make(size.disk));
    const disks = made.flatMap((disk) => disk ?? []);
    const stores = made.map((disk) => disk?.folder ?? temporaryFolder());
    const [cluster, postgres] = await Promise.all([
      NatsCluster.start([kiosk, ...users], stores),
      PostgresServer.start(),
    ]);
    const relays = await Promise.all(cluster.servers.map(({ port }) => Relay.start(port)));
    const urls = relays.map(({ port }) => `tls://127.0.0.1:${port}`);
    const { ca } = cluster.servers[0]?.authority ?? { ca: '' };
    const share = { boxes: size.small / size.processes, receipts: size.receipts / size.processes, urls };
    const small = Array.from({ length: size.processes }, () => {
      const folder = mkdtempSync(join(temporaryFolder(), 'small-'));
      const stream = { credentials: kiosk.seed, subject: 'kasirbox.kiosk', ca };
      return new SmallBoxesProcess({ ...share, folder, stream, seed: random.int(1, 1_000_000) });
    });
    const starting = users.map(({ seed }, at) => {
      const stream = { url: urls[at % SERVERS], credentials: seed, subject: `kasirbox.shop-${at}`, ca };
      return RealBox.start(random, stream);
    });
    const [ingesters, real] = await Promise.all([
      startIngesters(cluster, postgres, urls),
      Promise.all(starting),
      Promise.all(small.map((boxes) => boxes.start())),
    ]);
    return new Fleet(size, disks, cluster, relays, postgres, ingesters, real, small);
  }

  /** Those of the fleet, without workers of PostgreSQL; undefined for one that does not run. */
  get pids(): readonly (number | undefined)[] {
    const { cluster, postgres, ingesters, small, real } = this;
    return [process.pid, postgres.pid, ...[...cluster.servers, ...ingesters, ...small, ...real].map(({ pid }) => pid)];
  }

  async end(): Promise<void> {
    await Promise.all([...this.ingesters, ...this.small].map((child) => child.kill()));
    for (const relay of this.relays) relay.stop();
    await this.cluster.kill();
    await this.postgres.stop();
    for (const disk of this.disks) disk.remove();
  }
}

/** Starts ingesters of one consumer, whose messages come again soon when one is killed. */
async function startIngesters(
  cluster: NatsCluster,
  postgres: PostgresServer,
  urls: readonly string[],
): Promise<IngesterProcess[]> {
  const [server] = cluster.servers;
  if (server === undefined) throw new Error('there is no server');
  const folder = temporaryFolder();
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text, { mode: 0o600 });
    return join(folder, name);
  };
  const [caFile, credentialsFile] = [file('ca.pem', server.authority.ca), file('owner.nk', server.owner.seed)];
  await cluster.asOwner((manager) =>
    manager.streams.add({ name: STREAM, subjects: ['kasirbox.>'], allow_direct: true, num_replicas: SERVERS }),
  );
  await (await BoxStream.open({ url: server.url, caFile, credentialsFile })).close();
  await cluster.asOwner((manager) => manager.consumers.update(STREAM, CONSUMER, { ack_wait: nanos(ACK_WAIT) }));
  return Array.from({ length: INGESTERS }, (_, at) => {
    const nats = ['--nats', urls[at % SERVERS] ?? '', '--ca', caFile, '--credentials', credentialsFile];
    const ingester = new IngesterProcess([...nats, '--postgres', postgres.url()]);
    ingester.start();
    return ingester;
  });
}
