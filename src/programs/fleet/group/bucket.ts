import { JetStreamApiError, type JetStreamClient, jetstream, type JetStreamManager } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import { headers, type NatsConnection } from '@nats-io/transport-node';
import { failed, ok, type Result } from '../../../base/index.js';
import { ENCODING, ENCODING_HEADER, FORMAT, FORMAT_HEADER } from '../../../outward/delivery/index.js';
import { connectNats, isMissing, type NatsAddress, STREAM } from '../ingest/stream.js';

const BUCKET = 'KASIRBOX';
/** The stream behind the bucket. */
export const BUCKET_STREAM = `KV_${BUCKET}`;
const SUBJECT = `$KV.${BUCKET}`;
/**
 * Subject to which boxes subscribe. Each value is published there once it is stored; a value that lost against another
 * owner's is not.
 */
const REPUBLISH = { src: `${SUBJECT}.>`, dest: 'kasirbox-group.>' } as const;
/** Versions of each key that the server stores, for manual recovery. */
const HISTORY = 10;
/** Error code of JetStream's API: another value was stored before (nats-server, server/errors.json). */
const WRONG_LAST_SEQUENCE = 10071;

/** The last value of a key. */
export interface StoredValue {
  /** Its sequence in the bucket. */
  readonly revision: number;
  readonly bytes: Uint8Array;
}

/** The values that owners set for groups of boxes, on their server. */
export class GroupBucket {
  private constructor(
    private readonly connection: NatsConnection,
    private readonly js: JetStreamClient,
    private readonly manager: JetStreamManager,
  ) {}

  /** Connects, and creates the bucket if it does not exist. Rejects on failure. */
  static async open(address: NatsAddress): Promise<GroupBucket> {
    const connection = await connectNats(address, 'kasirbox-group');
    try {
      const js = jetstream(connection);
      const manager = await js.jetstreamManager();
      const bucket = new GroupBucket(connection, js, manager);
      await bucket.make();
      return bucket;
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  /**
   * Creates the bucket, or corrects its configuration: without republishing, boxes would not be notified of changes.
   */
  private async make(): Promise<void> {
    try {
      const { config } = await this.manager.streams.info(BUCKET_STREAM);
      if (config.republish?.dest === REPUBLISH.dest && config.allow_direct) return;
      await this.manager.streams.update(BUCKET_STREAM, { republish: REPUBLISH, allow_direct: true });
    } catch (error) {
      if (!isMissing(error)) throw error;
      const replicas = await this.replicasOfBoxes();
      await new Kvm(this.js).create(BUCKET, { history: HISTORY, republish: REPUBLISH, replicas });
    }
  }

  /** Number of servers that replicate the stream of all boxes. Prices get the same replication. */
  private async replicasOfBoxes(): Promise<number> {
    try {
      return (await this.manager.streams.info(STREAM)).config.num_replicas;
    } catch (error) {
      if (!isMissing(error)) throw error;
      return 1;
    }
  }

  /** Largest value, bytes. */
  get maxBytes(): number {
    return this.connection.info?.max_payload ?? 0;
  }

  /** The last value of a key; undefined when it does not exist. */
  async last(key: string): Promise<StoredValue | undefined> {
    const message = await this.manager.streams.getMessage(BUCKET_STREAM, { last_by_subj: `${SUBJECT}.${key}` });
    if (message === null || message.header.get('KV-Operation') !== '') return undefined;
    return { revision: message.seq, bytes: message.data };
  }

  /** The value before the last one; undefined when the server has none. It stores {@link HISTORY} of each key. */
  async beforeLast(key: string): Promise<StoredValue | undefined> {
    const store = await new Kvm(this.js).open(BUCKET);
    const found: StoredValue[] = [];
    for await (const { operation, revision, value } of await store.history({ key })) {
      if (operation === 'PUT') found.push({ revision, bytes: value });
    }
    return found.at(-2);
  }

  /** Stores a value, unless the last value is another one than `before`. */
  async put(key: string, bytes: Uint8Array, before: StoredValue | undefined): Promise<Result<void, 'another'>> {
    const subject = `${SUBJECT}.${key}`;
    const head = headers();
    head.set(ENCODING_HEADER, ENCODING);
    head.set(FORMAT_HEADER, FORMAT);
    const expect = before === undefined ? {} : { expect: { lastSubjectSequence: before.revision } };
    try {
      await this.js.publish(subject, bytes, { headers: head, ...expect });
      return before === undefined ? await this.isFirst(subject) : ok(undefined);
    } catch (error) {
      if (error instanceof JetStreamApiError && error.code === WRONG_LAST_SEQUENCE) return failed('another');
      throw error;
    }
  }

  /**
   * Checks after the write that it is the only value. It cannot be expected in the publish: releases of the server
   * before 2.10.19 may lose consistency in a cluster when no earlier message is expected (nats-server pull request
   * 5794).
   */
  private async isFirst(subject: string): Promise<Result<void, 'another'>> {
    const { state } = await this.manager.streams.info(BUCKET_STREAM, { subjects_filter: subject });
    return (state.subjects?.[subject] ?? 1) > 1 ? failed('another') : ok(undefined);
  }

  close(): Promise<void> {
    return this.connection.close();
  }
}
