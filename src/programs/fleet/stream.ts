import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { millis, nanos } from '@nats-io/transport-node';
import { type Bilingual, failed, ok, type Result } from '../../base/index.js';
import { BUCKET_STREAM } from './group/bucket.js';
import { serverFault } from './postgres/connect.js';
import { connectNats, CONSUMER, isMissing, makeStream, type NatsAddress, STREAM } from './ingest/stream.js';

const DAY = 86_400_000;

/** Settings of the stream of all boxes; absent ones are unchanged. */
interface StreamChange {
  /** How long a message is stored; 0: until the disk is full. */
  readonly days?: number | undefined;
  /** Number of servers in a cluster that store each message and each version of prices and settings, 1 to 5. */
  readonly replicas?: number | undefined;
}

/** The current state of the stream. */
interface StreamFacts extends Required<StreamChange> {
  readonly messages: number;
  readonly bytes: number;
  /** Messages that no ingester has processed yet; null: there was no ingester so far. */
  readonly waiting: number | null;
}

/** Changes the stream, which is created if it does not exist, and returns its state. */
export function configureStream(
  address: NatsAddress,
  { days, replicas }: StreamChange,
): Promise<Result<StreamFacts, Bilingual>> {
  return onServer(address, async (manager) => {
    await makeStream(manager);
    if (days !== undefined || replicas !== undefined) {
      await manager.streams.update(STREAM, {
        ...(days !== undefined && { max_age: nanos(days * DAY) }),
        ...(replicas !== undefined && { num_replicas: replicas }),
      });
    }
    if (replicas !== undefined) await replicateBucket(manager, replicas);
    const { config, state } = await manager.streams.info(STREAM);
    return {
      ...{ messages: state.messages, bytes: state.bytes, waiting: await waitingIn(manager) },
      ...{ days: millis(config.max_age) / DAY, replicas: config.num_replicas },
    };
  });
}

/** A bucket that is created later gets the stream's number of replicas. */
async function replicateBucket(manager: JetStreamManager, replicas: number): Promise<void> {
  try {
    await manager.streams.update(BUCKET_STREAM, { num_replicas: replicas });
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/**
 * Makes the ingesters read the whole stream again, for example after PostgreSQL was restored from a backup. Stored
 * records are not counted twice. False: there was no ingester so far.
 */
export function replay(address: NatsAddress): Promise<Result<boolean, Bilingual>> {
  return onServer(address, async (manager) => {
    try {
      // Each ingester recreates it, at the oldest message.
      return await manager.consumers.delete(STREAM, CONSUMER);
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  });
}

async function waitingIn(manager: JetStreamManager): Promise<number | null> {
  try {
    const { num_pending, num_ack_pending } = await manager.consumers.info(STREAM, CONSUMER);
    return num_pending + num_ack_pending;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function onServer<T>(
  address: NatsAddress,
  work: (manager: JetStreamManager) => Promise<T>,
): Promise<Result<T, Bilingual>> {
  try {
    const connection = await connectNats(address, 'kasirbox-stream');
    try {
      return ok(await work(await jetstreamManager(connection)));
    } finally {
      await connection.close();
    }
  } catch (error) {
    return failed(serverFault('NATS', error));
  }
}
