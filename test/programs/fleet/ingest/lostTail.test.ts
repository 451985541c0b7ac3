// turns: 2
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ingest } from '../../../../src/programs/fleet/ingest/ingest.js';
import { StreamScene } from '../../../outward/delivery/stream/scene.js';
import { PostgresServer } from '../../../kit/fleet/postgres.js';
import { NO_SERVERS } from '../../../kit/fleet/scene.js';
import { ingesterOf, takeInFrom } from '../../../kit/fleet/takeIn.js';
import { Relay } from '../../../kit/nats/relay.js';
import type { NatsServer } from '../../../kit/nats/server.js';
import { freePort } from '../../../kit/port.js';
import { cleanUp, temporaryFolder } from '../../../kit/process.js';
import { seededRandom } from '../../../kit/random.js';

test.after(cleanUp);
const random = seededRandom();
const onServers = (name: string, work: () => Promise<void>): void => {
  if (NO_SERVERS === undefined) test(name, work);
  else test.skip(name, work);
};
if (NO_SERVERS !== undefined) console.log(`skipped: ${NO_SERVERS}`);

const AGAIN = 'NATS has lost messages that were taken in already; its stream is read from the beginning again';

/** The messages of a server, as it has them on its disk. */
class Messages {
  private readonly copy = join(temporaryFolder(), 'msgs');

  constructor(private readonly server: NatsServer) {}

  private get folder(): string {
    return join(this.server.store, 'jetstream/OWNER/streams/KASIRBOX/msgs');
  }

  async keep(): Promise<void> {
    await this.server.kill('SIGTERM');
    cpSync(this.folder, this.copy, { recursive: true });
    await this.server.run();
  }

  /** What was stored since then is lost, as after a cut of the power; what the server knows of its consumers is not. */
  lose(): void {
    rmSync(this.folder, { recursive: true });
    cpSync(this.copy, this.folder, { recursive: true });
  }
}

/** So many receipts, each in a message of its own. */
async function sell(scene: StreamScene, receipts: number): Promise<void> {
  for (let left = receipts; left > 0; left -= 1) {
    await scene.issue(1);
    await scene.told();
  }
}

async function assertAll(scene: StreamScene, postgres: PostgresServer): Promise<void> {
  const client = await postgres.client();
  const { rows } = await client.query<{ number: string }>('SELECT number FROM kasirbox.receipt ORDER BY sequence');
  const alarms = await client.query('SELECT kind, message FROM kasirbox.alarms');
  await client.end();
  assert.equal(
    rows.map(({ number }) => number),
    scene.issued.map(({ signature }) => signature.invoiceNumber),
  );
  assert.equal(alarms.rows, []);
}

onServers('what boxes tell again after the server has lost its last messages is taken in', () =>
  StreamScene.during(random, async (scene) => {
    const { server } = scene;
    const postgres = await PostgresServer.start();
    const messages = new Messages(server);
    await sell(scene, 2);
    await takeInFrom(server, postgres.url());
    await messages.keep();
    await sell(scene, 5);
    await takeInFrom(server, postgres.url());
    await server.kill();
    messages.lose();
    await server.run();
    await sell(scene, 1);
    assert.ok((await takeInFrom(server, postgres.url())).includes(AGAIN));
    await assertAll(scene, postgres);
    assert.not.ok((await takeInFrom(server, postgres.url())).includes(AGAIN), 'once');
  }),
);

onServers('an ingester that ran before sees the loss also where as many messages have come again', () =>
  StreamScene.during(random, async (scene) => {
    const { server } = scene;
    const postgres = await PostgresServer.start();
    const messages = new Messages(server);
    await sell(scene, 2);
    await messages.keep();
    const relay = await Relay.start(server.port);
    const said: string[] = [];
    const stopping = new AbortController();
    const nats = { ...ingesterOf(server), url: `tls://127.0.0.1:${relay.port}` };
    const running = ingest({
      ...{ nats, postgres: postgres.url(), signal: stopping.signal },
      say: (line) => said.push(line),
    });
    await sell(scene, 5);
    const taken = async (): Promise<boolean> => {
      const client = await postgres.client();
      const { rows } = await client
        .query<{ count: string }>('SELECT count(*) FROM kasirbox.receipt')
        .catch(() => ({ rows: [] }));
      await client.end();
      return Number(rows[0]?.count) === scene.issued.length;
    };
    while (!(await taken()));
    relay.to = await freePort();
    relay.cut();
    await server.kill();
    messages.lose();
    await server.run();
    await sell(scene, 12);
    relay.to = server.port;
    while (!(await taken()));
    stopping.abort();
    await running;
    relay.stop();
    assert.ok(said.includes(AGAIN), said.join('\n'));
    await assertAll(scene, postgres);
  }),
);

test.run();
