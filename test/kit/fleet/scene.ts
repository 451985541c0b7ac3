import { jetstreamManager } from '@nats-io/jetstream';
import { nanos, type NatsConnection } from '@nats-io/transport-node';
import type { Client, QueryResultRow } from 'pg';
import { ingest } from '../../../src/programs/fleet/ingest/ingest.js';
import { BoxStream, CONSUMER, STREAM } from '../../../src/programs/fleet/ingest/stream.js';
import { Publisher } from './box.js';
import { NatsServer, NO_NATS } from '../nats/server.js';
import { cleanUp } from '../process.js';
import { NO_POSTGRES, PostgresServer } from './postgres.js';
import type { Turns } from '../turns.js';

type IngestOptions = Parameters<typeof ingest>[0];

/** Of messages in tests, ms. */
const ACK_WAIT = 3000;

interface Suite {
  (name: string, work: () => Promise<void>): void;
  readonly skip: (name: string, work: () => Promise<void>) => void;
  readonly after: (work: () => Promise<void>) => void;
}

/** A row of the view `alarms`. */
export interface AlarmRow {
  readonly id: string;
  readonly box: string;
  readonly kind: string;
  readonly message: string;
  readonly first_sequence: string | null;
  readonly last_sequence: string | null;
  readonly records: string;
  readonly receipts: string[];
  readonly ended_at: Date | null;
}

/** Why tests with the servers of an owner are skipped here; undefined where they are not. */
export const NO_SERVERS = NO_NATS ?? NO_POSTGRES;

/**
 * Tests that get a scene each, on one PostgreSQL, in turn when there are `turns`; skipped with the reason where the servers are not
 * installed.
 */
export function withServers(
  test: Suite,
  turns?: Turns,
): (name: string, work: (scene: FleetScene) => Promise<void>) => void {
  const register = (name: string, work: (() => Promise<void>) | undefined): void => {
    if (turns !== undefined) turns.test(name, work);
    else if (work === undefined) test.skip(name, async () => undefined);
    else test(name, work);
  };
  if (NO_SERVERS !== undefined) {
    process.stdout.write(`skipped: ${NO_SERVERS}\n`);
    return (name) => register(name, undefined);
  }
  let postgres: Promise<PostgresServer> | undefined;
  let databases = 0;
  test.after(async () => cleanUp());
  return (name, work) =>
    register(name, async () => {
      postgres ??= PostgresServer.start();
      databases += 1;
      const scene = await FleetScene.start(await postgres, `fleet${databases}`);
      try {
        await work(scene);
      } finally {
        await scene.end();
      }
    });
}

/** Both servers of an owner, with an empty stream and an empty database. */
export class FleetScene {
  readonly publisher: Publisher;
  readonly said: string[] = [];

  private constructor(
    readonly nats: NatsServer,
    readonly postgres: PostgresServer,
    private readonly connection: NatsConnection,
    private client: Client,
    private readonly database: string,
  ) {
    this.publisher = new Publisher(connection);
  }

  static async start(postgres: PostgresServer, database: string): Promise<FleetScene> {
    const nats = await NatsServer.plain();
    await (await BoxStream.open({ url: nats.url })).close();
    const connection = await nats.connection();
    // What an ingester that was killed has at hand comes again soon.
    const manager = await jetstreamManager(connection);
    await manager.consumers.update(STREAM, CONSUMER, { ack_wait: nanos(ACK_WAIT) });
    await postgres.createDatabase(database);
    return new FleetScene(nats, postgres, connection, await postgres.client(database), database);
  }

  get url(): string {
    return this.postgres.url(this.database);
  }

  /** Takes in all that the stream has. */
  async takeIn(options: Partial<IngestOptions> = {}): Promise<void> {
    const signal = new AbortController().signal;
    const say = (line: string): number => this.said.push(line);
    const done = await ingest({
      nats: { url: this.nats.url },
      postgres: this.url,
      once: true,
      signal,
      say,
      ...options,
    });
    if (!done.ok) throw new Error(done.error.en);
  }

  async rows<R extends QueryResultRow>(query: string): Promise<R[]> {
    return (await this.client.query<R>(query)).rows;
  }

  alarms(): Promise<AlarmRow[]> {
    return this.rows<AlarmRow>('SELECT * FROM kasirbox.alarms ORDER BY id');
  }

  /** All of it, RSD. */
  turnover(): Promise<unknown> {
    return this.value('SELECT sum(amount) FROM kasirbox.turnover_by_day');
  }

  /** One more connection to its database. */
  connect(): Promise<Client> {
    return this.postgres.client(this.database);
  }

  /** After PostgreSQL was started again. */
  async reconnect(): Promise<void> {
    this.client = await this.connect();
  }

  /** One value. */
  async value(query: string): Promise<unknown> {
    const [row] = await this.rows(query);
    return row === undefined ? undefined : Object.values(row)[0];
  }

  async end(): Promise<void> {
    await this.client.end();
    await this.connection.close();
    await this.nats.kill();
  }
}
