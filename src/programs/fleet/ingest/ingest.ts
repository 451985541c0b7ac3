import { setTimeout as delay } from 'node:timers/promises';
import { type Bilingual, failed, ok, type Result } from '../../../base/index.js';
import { connectPostgres, serverFault } from '../postgres/connect.js';
import { databaseFault, migrate } from '../postgres/migrate.js';
import { BoxStream, type NatsAddress, type Seen } from './stream.js';
import type { Tally } from './applyBatch.js';
import { Worker } from './worker.js';

/** Shortest interval between lines about ingested records, ms. */
const EVERY = 10_000;

/** Reports progress in plain lines: alarms at once, counts at intervals. */
class Saying {
  private taken = 0;
  private repeats = 0;
  private since = -Infinity;

  constructor(private readonly say: (line: string) => void) {}

  note({ taken, repeats, alarms }: Tally): void {
    this.taken += taken;
    this.repeats += repeats;
    for (const { kind, box, message } of alarms) {
      this.say(`ALARM ${kind}: ${box === undefined ? '' : `box ${box}: `}${message}`);
    }
    this.perhaps();
  }

  /** Reports the counts, if the interval has passed. */
  perhaps(): void {
    if (this.taken + this.repeats > 0 && performance.now() - this.since >= EVERY) this.flush();
  }

  flush(): void {
    if (this.taken + this.repeats > 0)
      this.say(`records taken in: ${this.taken}; repeats passed over: ${this.repeats}`);
    [this.taken, this.repeats, this.since] = [0, 0, performance.now()];
  }
}

/** How long a record waits for its predecessor until that is given up, ms. */
const DEFAULT_GRACE = 600_000;
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 60_000;
/** Shortest interval between searches for late records, ms. */
const LATE_EVERY = 15_000;

interface IngestOptions {
  readonly nats: NatsAddress;
  /** URL in the format of libpq. */
  readonly postgres: string;
  /** Default: {@link DEFAULT_GRACE}. */
  readonly graceMs?: number;
  /** True to end when every message is acknowledged and nothing late is pending, instead of waiting for more. */
  readonly once?: boolean;
  /** Ends the work after the current batch. */
  readonly signal: AbortSignal;
  /** Receives lines of English. */
  readonly say: (line: string) => void;
}

/**
 * Ingests the messages of boxes until it is aborted. When NATS or PostgreSQL is unavailable it waits and retries. Fails
 * only where waiting does not help.
 */
export async function ingest(options: IngestOptions): Promise<Result<void, Bilingual>> {
  const { signal, say } = options;
  const saying = new Saying(say);
  const memory: Memory = { seen: undefined };
  for (let pause = FIRST_PAUSE; !signal.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    try {
      return await session(options, saying, memory, () => (pause = FIRST_PAUSE));
    } catch (error) {
      saying.flush();
      say(`${reasonOf(error)}; trying again in ${pause / 1000} s`);
    }
    await delay(pause, undefined, { signal }).catch(() => undefined);
  }
  return ok(undefined);
}

/** State that is preserved between connections. */
interface Memory {
  /** The last message that was received. */
  seen: Seen | undefined;
}

async function session(
  options: IngestOptions,
  saying: Saying,
  memory: Memory,
  onProgress: () => void,
): Promise<Result<void, Bilingual>> {
  const { postgres, nats, graceMs = DEFAULT_GRACE, once = false, signal, say } = options;
  const client = await at('PostgreSQL', connectPostgres(postgres, { isIngester: true }));
  try {
    const fault = await at('PostgreSQL', databaseFault(client));
    if (fault !== undefined) return failed(fault);
    const migrated = await at('PostgreSQL', migrate(client));
    if (!migrated.ok) return failed(migrated.error);
    if (migrated.value > 0) say('the tables in PostgreSQL are brought up to date');
    const stream = await at('NATS', BoxStream.open(nats, memory.seen));
    memory.seen = undefined;
    if (stream.isAgain)
      say('NATS has lost messages that were taken in already; its stream is read from the beginning again');
    const worker = new Worker(client, stream, graceMs, (tally) => saying.note(tally));
    try {
      say('connected to NATS and PostgreSQL');
      let lookedAt = -Infinity;
      while (!signal.aborted) {
        await worker.round(signal);
        onProgress();
        saying.perhaps();
        // The last search for late records comes after the last message.
        const isLast = once && (await worker.finish().then(() => stream.isEmpty()));
        if (isLast || performance.now() - lookedAt > LATE_EVERY) {
          await worker.giveUpLate();
          lookedAt = performance.now();
        }
        if (isLast) break;
      }
      await worker.finish();
      return ok(undefined);
    } finally {
      // A pending write is committed or rolled back before the connections are closed.
      await worker.finish().catch(() => undefined);
      memory.seen = stream.seen;
      saying.flush();
      await stream.close().catch(() => undefined);
    }
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A failure of NATS or PostgreSQL. */
class ServerFault extends Error {}

async function at<T>(server: 'NATS' | 'PostgreSQL', work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new ServerFault(serverFault(server, error).en);
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function reasonOf(error: unknown): string {
  return error instanceof ServerFault ? error.message : `the work stopped: ${textOf(error)}`;
}
