import { setTimeout as delay } from 'node:timers/promises';
import type { JetStreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { freePort } from '../port.js';
import { testAuthority } from '../smtp/certificate.js';
import { NatsServer, natsUser, type NatsUser } from './server.js';

/** How long something that needs most of the servers is tried, ms. */
const PATIENCE = 60_000;
const PAUSE = 200;

/** Real nats-servers that are one: each message of a stream of three replicas is on all of them. */
export class NatsCluster {
  private constructor(readonly servers: readonly NatsServer[]) {}

  /** One server for each folder, in which it keeps its messages. */
  static async start(users: readonly NatsUser[], stores: readonly string[]): Promise<NatsCluster> {
    const [authority, owner] = [await testAuthority(), natsUser()];
    const routes = await Promise.all(stores.map(() => freePort()));
    const servers = stores.map((store, at) => {
      const others = routes.filter((port) => port !== routes[at]);
      const lines = [
        `server_name: "server${at + 1}"`,
        `cluster { name: "owner", listen: "127.0.0.1:${routes[at]}", routes: [${others.map((port) => `"nats://127.0.0.1:${port}"`).join(', ')}] }`,
      ];
      return NatsServer.start(users, lines.join('\n'), { store, authority, owner });
    });
    return new NatsCluster(await Promise.all(servers));
  }

  /** Does something as the owner, at whichever server does it; tried until most servers agree. */
  async asOwner<T>(work: (manager: JetStreamManager, connection: NatsConnection) => Promise<T>): Promise<T> {
    const end = performance.now() + PATIENCE;
    for (let attempt = 0; ; attempt += 1) {
      const up = this.servers.filter(({ isUp }) => isUp);
      try {
        const server = up[attempt % up.length];
        if (server === undefined) throw new Error('no server runs');
        return await server.asOwner(work);
      } catch (error) {
        if (performance.now() > end) throw error;
        await delay(PAUSE);
      }
    }
  }

  async kill(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.kill()));
  }
}
