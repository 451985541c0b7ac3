import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import { readFile } from 'node:fs/promises';
import {
  AckPolicy,
  type Consumer,
  type ConsumerMessages,
  DeliverPolicy,
  DiscardPolicy,
  JetStreamApiError,
  type JetStreamManager,
  jetstreamManager,
  type JsMsg,
  StorageType,
} from '@nats-io/jetstream';
import {
  type Authenticator,
  connect,
  credsAuthenticator,
  nanos,
  type NatsConnection,
  nkeyAuthenticator,
  type TlsOptions,
} from '@nats-io/transport-node';
import { withAnySignal } from '../../../base/index.js';

export const STREAM = 'KASIRBOX';
export const CONSUMER = 'kasirbox-ingest';

/** A message that is not acknowledged for this long is given to another ingester, ms. */
const ACK_WAIT = 60_000;
/** Most unacknowledged messages of all ingesters together. */
const MAX_AT_WORK = 20_000;
/** Most packed bytes of messages that are buffered, and of those that are processed together. */
const MAX_BYTES = 4 * 1024 * 1024;
/** Delay before a server is asked again whether messages are lost, ms. */
const SECOND_LOOK = 2000;

/** A message that was received. */
export interface Seen {
  /** Its sequence in the stream. */
  readonly sequence: number;
  /** When the server received it, ms since 1970. */
  readonly time: number;
}

/** The stream of all boxes, as one ingester reads it. */
export class BoxStream {
  private readonly iterator: AsyncIterator<JsMsg>;
  /** The next message, requested once. */
  private next: Promise<IteratorResult<JsMsg>>;
  private readonly returned: JsMsg[] = [];

  private constructor(
    private readonly connection: NatsConnection,
    private readonly consumer: Consumer,
    private readonly messages: ConsumerMessages,
    /** True when it is read from its beginning again, because it has lost messages. */
    readonly isAgain: boolean,
    /** The last message that was received. */
    public seen: Seen | undefined,
  ) {
    this.iterator = messages[Symbol.asyncIterator]();
    this.next = this.iterator.next();
  }

  /**
   * Connects, and creates stream and consumer if they do not exist. `seen` is the last message of an earlier
   * connection. Rejects on failure.
   */
  static async open(address: NatsAddress, seen?: Seen): Promise<BoxStream> {
    const connection = await connectNats(address, CONSUMER);
    try {
      const manager = await jetstreamManager(connection);
      await makeStream(manager);
      const isAgain = await hasLostTail(manager, seen);
      if (isAgain) await manager.consumers.delete(STREAM, CONSUMER);
      await makeConsumer(manager);
      const consumer = await manager.jetstream().consumers.get(STREAM, CONSUMER);
      // A message larger than the limit would never be delivered.
      const max_bytes = Math.max(MAX_BYTES, 2 * (connection.info?.max_payload ?? 0));
      const messages = await consumer.consume({ max_bytes, abort_on_missing_resource: true });
      return new BoxStream(connection, consumer, messages, isAgain, isAgain ? undefined : seen);
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  /**
   * Waits up to `ms` for a message, and returns the messages that are available then, up to some megabytes. Ends early
   * when `signal` is aborted.
   */
  async fetch(ms: number, signal: AbortSignal): Promise<JsMsg[]> {
    const idle = new AbortController();
    await withAnySignal([signal, idle.signal], async (over) => {
      await Promise.race([this.next, delay(ms, undefined, { signal: over }).catch(() => undefined)]);
      idle.abort();
    });
    const fetched: JsMsg[] = [];
    for (let bytes = 0; bytes < MAX_BYTES;) {
      // Messages that are already buffered arrive before the current turn of the event loop ends.
      const result = await Promise.race([this.next, turn(undefined)]);
      if (result === undefined) break;
      if (result.done === true) throw new Error('the connection to NATS is lost');
      fetched.push(result.value);
      this.seen = { sequence: result.value.seq, time: result.value.time.getTime() };
      bytes += result.value.data.length;
      this.next = this.iterator.next();
    }
    return fetched;
  }

  /** True when every message has been acknowledged. */
  async isEmpty(): Promise<boolean> {
    const { num_pending, num_ack_pending } = await this.consumer.info();
    return num_pending === 0 && num_ack_pending === 0;
  }

  /** Resolves when the server has received the acknowledgements. */
  async acknowledge(messages: readonly JsMsg[]): Promise<void> {
    for (const message of messages) message.ack();
    await this.connection.flush();
  }

  /** Marks messages that were not processed; they are redelivered at once when {@link close} is called. */
  giveBack(messages: readonly JsMsg[]): void {
    this.returned.push(...messages);
  }

  /** Returns all buffered messages that were not acknowledged. */
  async close(): Promise<void> {
    if (this.connection.isClosed()) return;
    const ended = AbortSignal.abort();
    for (let left = await this.fetch(0, ended); left.length > 0; left = await this.fetch(0, ended)) this.giveBack(left);
    // Unsubscribe first: returned messages would be delivered here again, and be delayed for a minute.
    this.messages.stop();
    await this.connection.flush();
    for (const message of this.returned) message.nak();
    await this.connection.drain();
  }
}

/** True when the stream, consumer or message does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof JetStreamApiError && error.status === 404;
}

/** An existing stream is not changed, since its owner may have configured it. */
export async function makeStream(manager: JetStreamManager): Promise<void> {
  try {
    await manager.streams.info(STREAM);
  } catch (error) {
    if (!isMissing(error)) throw error;
    await manager.streams.add({
      ...{ name: STREAM, subjects: ['kasirbox.>'], storage: StorageType.File },
      ...{ discard: DiscardPolicy.Old, allow_direct: true },
    });
  }
}

/**
 * True when the stream has lost messages at its end, as after a power cut or a restore of its server. Boxes publish
 * them again, at sequences that the consumer takes for read. A cluster server that has just become the leader may not
 * know its last messages yet, so it is asked twice.
 */
async function hasLostTail(manager: JetStreamManager, seen: Seen | undefined): Promise<boolean> {
  if (!(await seemsShort(manager, seen))) return false;
  await delay(SECOND_LOOK);
  return seemsShort(manager, seen);
}

async function seemsShort(manager: JetStreamManager, seen: Seen | undefined): Promise<boolean> {
  const delivered = await lastDelivered(manager);
  const { first_seq, last_seq } = (await manager.streams.info(STREAM)).state;
  if (delivered > last_seq || (seen?.sequence ?? 0) > last_seq) return true;
  if (seen === undefined || seen.sequence < first_seq) return false;
  const there = await manager.streams.getMessage(STREAM, { seq: seen.sequence });
  return there !== null && there.time.getTime() !== seen.time;
}

/** The consumer's last sequence in the stream; 0 where there is no consumer. */
async function lastDelivered(manager: JetStreamManager): Promise<number> {
  try {
    return (await manager.consumers.info(STREAM, CONSUMER)).delivered.stream_seq;
  } catch (error) {
    if (!isMissing(error)) throw error;
    return 0;
  }
}

/** An existing consumer is not changed, since its owner may have configured it. */
async function makeConsumer(manager: JetStreamManager): Promise<void> {
  try {
    await manager.consumers.info(STREAM, CONSUMER);
  } catch (error) {
    if (!isMissing(error)) throw error;
    await manager.consumers.add(STREAM, {
      ...{ durable_name: CONSUMER, ack_policy: AckPolicy.Explicit, deliver_policy: DeliverPolicy.All },
      ...{ ack_wait: nanos(ACK_WAIT), max_ack_pending: MAX_AT_WORK, max_deliver: -1 },
    });
  }
}

/** A NATS server, and the credentials for it. */
export interface NatsAddress {
  /** `tls://host:4222`, `nats://host:4222`; may contain user and password. */
  readonly url: string;
  /** Path of the CA certificates for the server's certificate, PEM. */
  readonly caFile?: string | undefined;
  /** Path of a file with the seed of an NKey (`SU…`), or of a `.creds` file, which contains one with a token. */
  readonly credentialsFile?: string | undefined;
}

/**
 * Connects. `name` identifies the connection on the server. It does not reconnect automatically. Rejects on failure.
 */
export async function connectNats(address: NatsAddress, name: string): Promise<NatsConnection> {
  const { url, caFile, credentialsFile } = address;
  const { protocol, username, password, host, hostname } = new URL(url);
  const isSecret = protocol === 'tls:' || caFile !== undefined;
  // Node checks the certificate against `host` where the server's address is an IP address: the client sets only names.
  const trust: TlsOptions & { readonly host: string } = {
    ...(caFile !== undefined && { caFile }),
    host: hostname.replace(/^\[|\]$/g, ''),
  };
  return connect({
    servers: host,
    name,
    reconnect: false,
    timeout: 10_000,
    ...(username !== '' && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
    ...(isSecret && { tls: trust }),
    ...(credentialsFile !== undefined && { authenticator: authenticatorOf(await readFile(credentialsFile)) }),
  });
}

function authenticatorOf(credentials: Buffer): Authenticator {
  const text = credentials.toString().trim();
  return text.startsWith('SU') ? nkeyAuthenticator(Buffer.from(text)) : credsAuthenticator(credentials);
}
