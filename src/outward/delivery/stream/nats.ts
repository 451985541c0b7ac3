import type { JetStreamClient, JetStreamManager, PubAck } from '@nats-io/jetstream';
import type { Authenticator, Msg, MsgHdrs, NatsConnection, TlsOptions } from '@nats-io/transport-node';
import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { failed, ok, readUserSeed, type Result, userKeyText } from '../../../base/index.js';
import type { StreamSetting } from '../../../shop/settings/index.js';
import type { DeliveryFailure } from '../deliveryFailure.js';
import { connectBounded } from './boundedNats.js';
import type { Carrier, Connection, GroupMessage, LastMessage, OutgoingMessage, StreamFailure } from './carrier.js';
import { ENCODING, ENCODING_HEADER, FORMAT, FORMAT_HEADER } from './streamMessage.js';

/**
 * The PKCS #8 prefix of an Ed25519 key of 32 bytes (RFC 8410), and the length of the prefix of a public key in SPKI.
 */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI_HEAD = 12;

/**
 * Proves to a server that this box has the seed of a user, which was checked with the setting. The client's own
 * authenticator computes this in JavaScript, which would block sales for 5 to 100 ms; OpenSSL takes a tenth of a
 * millisecond.
 */
export function nkeyAuthenticator(seed: string): Authenticator {
  const secret = readUserSeed(seed);
  if (secret === undefined) throw new Error('the seed of the setting is none');
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, secret]), format: 'der', type: 'pkcs8' });
  const point = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(SPKI_HEAD);
  const nkey = userKeyText(point);
  return (nonce) => ({
    nkey,
    sig: nonce === undefined ? '' : sign(null, Buffer.from(nonce), key).toString('base64'),
  });
}

/** The stream with the messages of all boxes of an owner. */
const STREAM = 'KASIRBOX';
/**
 * The stream of the bucket with the owner's values for groups, and the subject where each stored change is published.
 */
const BUCKET = 'KV_KASIRBOX';
const BUCKET_SUBJECT = '$KV.KASIRBOX';
const TOLD_SUBJECT = 'kasirbox-group';
/** Header of a message that marks a deleted value. */
const REMOVED_HEADER = 'KV-Operation';
/** Default timeout of a connection with its handshakes, and of the answer to each message, ms. */
const TIMEOUT = 10_000;
/** A server that misses this many pings at this interval, ms, counts as disconnected. */
const PING_INTERVAL = 60_000;
const MAX_PINGS = 2;

/** The id of a message is the place of its last record. A repeat has the same id, and the box continues from it. */
const ID_HEADER = 'Nats-Msg-Id';
/** Codes of JetStream's API (nats-server, server/errors.json). */
const WRONG_LAST_SEQUENCE = 10071;
const NO_ROOM: readonly number[] = [10023, 10047, 10077, 10122];
/** Names of the client's errors. */
const REFUSED: readonly string[] = [
  'AuthorizationError',
  'UserAuthenticationExpiredError',
  'PermissionViolationError',
  'NKeysError',
];
/** The server stores no messages at the moment: it has just started, reloads, or has no JetStream. */
const NOT_READY: readonly string[] = ['NoRespondersError', 'JetStreamNotEnabled'];
/** Errors whose cause has the details. */
const WRAPPING: readonly string[] = ['ConnectionError', 'RequestError'];
/** Only the name of an error may be logged, no text. */
const NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;
const NETWORK = /^(?:E(?!PROTO$)[A-Z]+|EAI_[A-Z]+)$/;

/** The stream on NATS JetStream. The client is loaded with the first connection. */
export class NatsCarrier implements Carrier {
  constructor(
    private readonly setting: StreamSetting,
    private readonly boxId: string,
    /** Timeout of a connection with its handshakes, and of the answer to each message, ms. */
    private readonly timeout = TIMEOUT,
  ) {}

  readonly connect = async (signal: AbortSignal): Promise<Result<Connection, StreamFailure>> => {
    const { url, credentials, ca, subject } = this.setting;
    const { jetstream, jetstreamManager } = await import('@nats-io/jetstream');
    // Node checks the certificate against `host` where the server's address is an IP address: the client sets only
    // names.
    const trust: TlsOptions & { readonly host: string } = { ...(ca !== undefined && { ca }), host: hostOf(url) };
    const open = async (): Promise<Connection> => {
      const connection = await connectBounded({
        servers: url,
        name: `kasirbox ${this.boxId}`,
        authenticator: nkeyAuthenticator(credentials),
        tls: trust,
        // A credential may subscribe only to the answers for its own box, even within its shop.
        inboxPrefix: `_INBOX.${this.boxId}`,
        // The loop of the stream reconnects with its own pauses, and only to the configured server.
        reconnect: false,
        ignoreClusterUpdates: true,
        ...{ timeout: this.timeout, pingInterval: PING_INTERVAL, maxPingOut: MAX_PINGS },
      });
      const options = { timeout: this.timeout, checkAPI: false };
      const js = jetstream(connection, options);
      return new NatsStream(
        connection,
        js,
        await jetstreamManager(connection, options),
        `${subject}.${this.boxId}`,
        signal,
      );
    };
    return attempt(signal, open, (connection) => connection.close());
  };
}

function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^\[|\]$/g, '');
}

/** A message was stored in another stream than that of the boxes. */
class WrongStream extends Error {
  override readonly name = 'WrongStream';
}

/** The server recognized a known message id. The message itself may have been deleted since. */
class Duplicate extends Error {
  override readonly name = 'Duplicate';
}

class NatsStream implements Connection {
  readonly closed: Promise<unknown>;

  constructor(
    private readonly connection: NatsConnection,
    private readonly js: JetStreamClient,
    private readonly manager: JetStreamManager,
    private readonly subject: string,
    private readonly signal: AbortSignal,
  ) {
    this.closed = connection.closed();
  }

  readonly last = (): Promise<Result<LastMessage | undefined, StreamFailure>> =>
    attempt(this.signal, async () => {
      const message = await this.manager.direct.getMessage(STREAM, { last_by_subj: this.subject });
      if (message === null) return undefined;
      const cursor = message.header.get(ID_HEADER);
      return { sequence: message.seq, cursor: cursor === '' ? undefined : cursor };
    });

  readonly publish = ({ bytes, cursor, after }: OutgoingMessage): Promise<Result<number, StreamFailure>> =>
    attempt(this.signal, async () => {
      // Releases of the server before 2.10.19 may lose consistency in a cluster where 0 is expected (nats-server pull
      // request 5794).
      const expect = after === undefined ? {} : { expect: { lastSubjectSequence: after } };
      const headers = await headersOf();
      const stored = await this.js.publish(this.subject, bytes, { headers, msgID: cursor, ...expect });
      if (stored.duplicate) throw new Duplicate();
      return this.stored(stored);
    });

  readonly publishState = (bytes: Buffer): Promise<Result<void, StreamFailure>> =>
    attempt(this.signal, async () => {
      this.stored(await this.js.publish(`${this.subject}.state`, bytes, { headers: await headersOf() }));
    });

  readonly listen: Connection['listen'] = (key, hear, onRefused) => {
    this.connection.subscribe(`${TOLD_SUBJECT}.${key}`, {
      callback: (error, message) => {
        const told = error === null ? groupMessageOf(message) : undefined;
        if (error !== null) onRefused(failureOf(error));
        else if (told !== undefined) hear(told);
      },
    });
  };

  readonly lastOfGroup = (key: string): Promise<Result<GroupMessage | undefined, StreamFailure>> =>
    attempt(this.signal, async () => {
      const query = { last_by_subj: `${BUCKET_SUBJECT}.${key}` };
      const message = await this.manager.direct.getMessage(BUCKET, query);
      return message === null ? undefined : groupMessageOf({ data: message.data, headers: message.header });
    });

  /** Another stream of the server may have stored the message, where it would never be read. */
  private stored({ stream, seq }: PubAck): number {
    if (stream !== STREAM) throw new WrongStream();
    return seq;
  }

  readonly close = async (): Promise<void> => {
    try {
      await this.connection.close();
    } catch {
      // It was closed already.
    }
  };
}

function groupMessageOf({ data, headers }: Pick<Msg, 'data' | 'headers'>): GroupMessage | undefined {
  const header = (name: string): string => headers?.get(name) ?? '';
  if (header(REMOVED_HEADER) !== '') return undefined;
  return { encoding: header(ENCODING_HEADER), format: header(FORMAT_HEADER), bytes: data };
}

async function headersOf(): Promise<MsgHdrs> {
  const { headers } = await import('@nats-io/transport-node');
  const made = headers();
  made.set(ENCODING_HEADER, ENCODING);
  made.set(FORMAT_HEADER, FORMAT);
  return made;
}

/**
 * Runs `work`. An exception of the client becomes a failure, and an abort of the signal becomes `stopped`. A result
 * after that is passed to `late`, since the client supports no signals.
 */
async function attempt<T>(
  signal: AbortSignal,
  work: () => Promise<T>,
  late: (value: T) => unknown = () => undefined,
): Promise<Result<T, StreamFailure>> {
  const over = new AbortController();
  const stopped = new Promise<'stopped'>((resolve) => {
    if (signal.aborted) resolve('stopped');
    signal.addEventListener('abort', () => resolve('stopped'), { signal: over.signal });
  });
  const working = work();
  try {
    const done = await Promise.race([working.then((value) => ({ value })), stopped]);
    if (done !== 'stopped') return ok(done.value);
    void working.then(late, () => undefined);
    return failed(failure('stopped', null));
  } catch (error) {
    return failed(failureOf(error));
  } finally {
    over.abort();
  }
}

function failure(kind: DeliveryFailure['kind'], cause: string | null): DeliveryFailure {
  return { kind, status: null, cause, retryAfter: 0 };
}

function failureOf(thrown: unknown): StreamFailure {
  if (!(thrown instanceof Error)) return failure('broken', null);
  const error = thrown.cause instanceof Error && WRAPPING.includes(thrown.name) ? thrown.cause : thrown;
  const code = 'code' in error ? error.code : undefined;
  if (code === WRONG_LAST_SEQUENCE || error instanceof Duplicate) return { kind: 'moved' };
  const cause = typeof code === 'string' || typeof code === 'number' ? `${error.name} ${code}` : error.name;
  if (REFUSED.includes(error.name)) return failure('refused', named(error.name));
  if (error.name === 'TimeoutError') return failure('late', named(error.name));
  if (NOT_READY.includes(error.name) || (typeof code === 'number' && NO_ROOM.includes(code)))
    return failure('server', cause);
  if (code === 'EMSGSIZE') return failure('broken', code);
  if (typeof code === 'string' && NETWORK.test(code)) return failure('unreachable', code);
  if (typeof code === 'string') return failure('insecure', named(code));
  return failure(error.name === 'ClosedConnectionError' ? 'unreachable' : 'broken', cause);
}

function named(name: string): string | null {
  return NAME.test(name) ? name : null;
}
