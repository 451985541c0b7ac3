import type { JsMsg } from '@nats-io/jetstream';
import { setImmediate as turn } from 'node:timers/promises';
import type { Client } from 'pg';
import type { UtcMs } from '../../../base/index.js';
import { type ReadMessage, readMessage } from '../message/boxMessage.js';
import { Months } from '../postgres/migrate.js';
import type { BoxStream } from './stream.js';
import { type Batch, applyBatch, type Tally } from './applyBatch.js';

/** Most unpacked characters of messages that are processed together. It limits the memory. */
const MAX_CHARACTERS = 4 * 1024 * 1024;

/** A message with its content. */
interface Received {
  readonly message: JsMsg;
  readonly read: ReadMessage;
}

/**
 * Reads messages and yields them in parts, each to be processed as a whole. The event loop runs in between, so that
 * queries to PostgreSQL proceed.
 */
async function* inParts(messages: readonly JsMsg[]): AsyncGenerator<readonly Received[]> {
  let part: Received[] = [];
  let size = 0;
  for (const message of messages) {
    const { subject, data } = message;
    const read = readMessage({ subject, data, header: headerOf(message) });
    part.push({ message, read });
    size += read.told.ok ? read.told.value.bytes : data.length;
    if (size >= MAX_CHARACTERS) {
      yield part;
      [part, size] = [[], 0];
    }
    await turn();
  }
  if (part.length > 0) yield part;
}

/** The server passes on malformed headers; the client parses them here, and throws. */
function headerOf(message: JsMsg): ((name: string) => string) | undefined {
  try {
    const { headers } = message;
    return (name) => headers?.get(name) ?? '';
  } catch {
    return undefined;
  }
}

/** The data of messages to be written. */
function batchOf(part: readonly Received[]): Batch {
  const records: Batch['records'][number][] = [];
  const states: Batch['states'][number][] = [];
  const malformed: Batch['malformed'][number][] = [];
  for (const { message, read } of part) {
    const { sender, told } = read;
    const storedAt = message.time.getTime();
    if (!told.ok || sender === undefined) {
      const reason = told.ok ? 'nobody sends it' : told.error;
      malformed.push({ sender, subject: message.subject, data: message.data, reason });
    } else if (told.value.kind === 'state') {
      states.push({ ...sender, storedAt, state: told.value.state });
    } else {
      for (const record of told.value.records) records.push({ ...sender, storedAt, record });
    }
  }
  return { records, states, malformed, boxes: [] };
}

/** How long a round waits for a message, ms. */
const IDLE = 1000;
const NOTHING: Batch = { records: [], states: [], malformed: [], boxes: [] };
/** Most boxes whose late records are checked in one transaction. */
const MAX_LATE = 100;

/** Ingests the messages of the stream, over open connections. Every failure is thrown: the caller starts again. */
export class Worker {
  private readonly months = new Months();
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly client: Client,
    private readonly stream: BoxStream,
    private readonly graceMs: number,
    private readonly note: (tally: Tally) => void,
  ) {}

  /**
   * One round. The next part is read while the previous one is written. Messages are acknowledged after their commit;
   * the others are returned.
   */
  async round(signal: AbortSignal): Promise<void> {
    const messages = await this.stream.fetch(IDLE, signal);
    let begun = 0;
    try {
      for await (const part of inParts(messages)) {
        await this.writing;
        begun += part.length;
        this.writing = this.write(part);
        // Awaited before the next write, or at the end.
        this.writing.catch(() => undefined);
      }
    } catch (error) {
      this.stream.giveBack(messages.slice(begun));
      throw error;
    }
  }

  /** Resolves when all pending writes are done. */
  async finish(): Promise<void> {
    await this.writing;
  }

  private async write(part: readonly Received[]): Promise<void> {
    const messages = part.map(({ message }) => message);
    try {
      await this.take(part);
      await this.stream.acknowledge(messages);
    } catch (error) {
      this.stream.giveBack(messages);
      throw error;
    }
  }

  private async take(part: readonly Received[]): Promise<void> {
    const batch = batchOf(part);
    await this.months.make(this.client, times(batch), Date.now());
    try {
      await this.applyRest(await applyBatch(this.client, batch, this.graceMs));
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === undefined) throw error;
      // One message that PostgreSQL refuses must not stop the others.
      if (part.length > 1) for (const one of part) await this.take([one]);
      else await this.refuse(part, `PostgreSQL refuses it (${refusal})`);
    }
  }

  private async refuse(part: readonly Received[], reason: string): Promise<void> {
    const malformed = part.map(({ message, read }) => {
      return { sender: read.sender, subject: message.subject, data: message.data, reason };
    });
    this.note(await applyBatch(this.client, { ...NOTHING, malformed }, this.graceMs));
  }

  /** Continues with boxes that have more waiting records than one transaction checks. */
  private async applyRest(first: Tally): Promise<void> {
    for (let tally = first; ;) {
      this.note(tally);
      if (tally.again.length === 0) return;
      tally = await applyBatch(this.client, { ...NOTHING, boxes: tally.again }, this.graceMs);
    }
  }

  /** Gives up missing records for which others have waited too long. */
  async giveUpLate(): Promise<void> {
    await this.writing;
    const { rows } = await this.client.query<{ name: string }>(
      `SELECT DISTINCT b.name FROM kasirbox.waiting w JOIN kasirbox.box b ON b.id = w.box
       WHERE w.arrived_at <= now() - make_interval(secs => $1) LIMIT ${MAX_LATE}`,
      [this.graceMs / 1000],
    );
    if (rows.length === 0) return;
    const boxes = rows.map(({ name }) => name);
    await this.applyRest(await applyBatch(this.client, { ...NOTHING, boxes }, this.graceMs));
  }
}

function times({ records }: Batch): UtcMs[] {
  return records.map(({ record }) => record.recordedAt);
}

/** The SQLSTATE when PostgreSQL rejects the data themselves: data exception, integrity, program limit. */
function refusalOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^(?:22|23|54)...$/.test(code) ? code : undefined;
}
