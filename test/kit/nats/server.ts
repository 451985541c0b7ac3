import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection, nkeyAuthenticator, nkeys, type TlsOptions } from '@nats-io/transport-node';
import { adopt, temporaryFolder } from '../process.js';
import { type TestAuthority, testAuthority } from '../smtp/certificate.js';

const PROGRAM = '/usr/sbin/nats-server';

/** Why tests with a real server are skipped here; undefined where they are not. */
export const NO_NATS = existsSync(PROGRAM) ? undefined : 'no nats-server: install the Debian package nats-server';

/** Who may connect, with what it may do. */
export interface NatsUser {
  readonly seed: string;
  readonly publicKey: string;
  /** Subjects it may publish on, as the configuration writes them; everything when left out. */
  readonly publish?: readonly string[];
  readonly subscribe?: readonly string[];
}

export function natsUser(rights: Pick<NatsUser, 'publish' | 'subscribe'> = {}): NatsUser {
  const pair = nkeys.createUser();
  return { seed: Buffer.from(pair.getSeed()).toString(), publicKey: pair.getPublicKey(), ...rights };
}

/** The rights of a box on its own subject, and to what is set for its group; no others. */
export function boxUser(shop: string, group?: string): NatsUser {
  const [ask, hear] =
    group === undefined
      ? [[], []]
      : [[`$JS.API.DIRECT.GET.KV_KASIRBOX.$KV.KASIRBOX.*.${group}`], [`kasirbox-group.*.${group}`]];
  return natsUser({
    publish: [`kasirbox.${shop}.>`, `$JS.API.DIRECT.GET.KASIRBOX.kasirbox.${shop}.>`, ...ask],
    subscribe: [`_INBOX.${shop}.>`, ...hear],
  });
}

/** A real nats-server with JetStream on loopback, over TLS, of a folder of its own. */
export class NatsServer {
  private child: ChildProcess | undefined;
  readonly owner = natsUser();

  private constructor(
    readonly folder: string,
    readonly authority: TestAuthority,
    readonly port: number,
    readonly users: NatsUser[],
    /** More lines of its configuration. */
    private readonly more: string,
  ) {}

  static async start(users: readonly NatsUser[], more = ''): Promise<NatsServer> {
    const authority = await testAuthority();
    const server = new NatsServer(temporaryFolder(), authority, await freePort(), [...users], more);
    const { key, cert } = await authority.server('127.0.0.1');
    writeFileSync(join(server.folder, 'key.pem'), key);
    writeFileSync(join(server.folder, 'cert.pem'), cert);
    mkdirSync(join(server.folder, 'jetstream'));
    await server.run();
    return server;
  }

  get url(): string {
    return `tls://127.0.0.1:${this.port}`;
  }

  /** Begins to listen, with the users there are now. */
  async run(): Promise<void> {
    writeFileSync(join(this.folder, 'server.conf'), this.configuration());
    const log = join(this.folder, 'server.log');
    writeFileSync(log, '');
    const child = spawn(PROGRAM, ['-c', 'server.conf', '-l', log], { cwd: this.folder, stdio: 'ignore' });
    adopt(child);
    this.child = child;
    for (;;) {
      if (readFileSync(log, 'utf8').includes('Server is ready')) break;
      if (child.exitCode !== null) throw new Error(readFileSync(log, 'utf8'));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  private configuration(): string {
    const list = (subjects: readonly string[]): string => `[${subjects.map((subject) => `"${subject}"`).join(', ')}]`;
    const users = [this.owner, ...this.users].map(({ publicKey, publish, subscribe }) => {
      const rights =
        publish === undefined
          ? ''
          : `, permissions: { publish: ${list(publish)}, subscribe: ${list(subscribe ?? [])} }`;
      return `    { nkey: ${publicKey}${rights} }`;
    });
    return [
      `listen: "127.0.0.1:${this.port}"`,
      'jetstream { store_dir: "jetstream" }',
      'tls { cert_file: "cert.pem", key_file: "key.pem" }',
      `authorization {\n  users: [\n${users.join('\n')}\n  ]\n}`,
      this.more,
    ].join('\n');
  }

  kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const { child } = this;
    if (child?.exitCode !== null) return Promise.resolve();
    return new Promise((resolve) => {
      child.once('close', () => resolve());
      child.kill(signal);
    });
  }

  /** Stops it in the middle of everything, or lets it go on. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.child?.kill(signal);
  }

  /** A connection of the owner, with all rights. */
  async connection(): Promise<NatsConnection> {
    const trust: TlsOptions & { readonly host: string } = { ca: this.authority.ca, host: '127.0.0.1' };
    return connect({
      servers: this.url,
      tls: trust,
      authenticator: nkeyAuthenticator(Buffer.from(this.owner.seed)),
    });
  }

  /** Does something as the owner. */
  async asOwner<T>(work: (manager: JetStreamManager, connection: NatsConnection) => Promise<T>): Promise<T> {
    const connection = await this.connection();
    try {
      return await work(await jetstreamManager(connection), connection);
    } finally {
      await connection.close();
    }
  }
}

async function freePort(): Promise<number> {
  const { createServer } = await import('node:net');
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { readonly port: number };
      server.close(() => resolve(port));
    });
  });
}
