import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection, nkeyAuthenticator, nkeys, type TlsOptions } from '@nats-io/transport-node';
import { accountsText, boxAccount, ownerAccount } from '../../../src/programs/fleet/server/accounts.js';
import { type FleetBox, ingesterRights, type Rights } from '../../../src/programs/fleet/server/rights.js';
import { freePort } from '../port.js';
import { adopt, temporaryFolder } from '../process.js';
import { type TestAuthority, testAuthority } from '../smtp/certificate.js';

const PROGRAM = '/usr/sbin/nats-server';

/** Why tests with a real server are skipped here; undefined where they are not. */
export const NO_NATS = existsSync(PROGRAM) ? undefined : 'no nats-server: install the Debian package nats-server';
if (NO_NATS !== undefined) console.log(`skipped: ${NO_NATS}`);

/** Who may connect: in the owner's account, or a box in its own. */
export interface NatsUser {
  readonly seed: string;
  readonly publicKey: string;
  /** In the owner's account; all of them when left out. */
  readonly rights?: Rights;
  readonly box?: FleetBox;
}

export function natsUser(as: Pick<NatsUser, 'rights' | 'box'> = {}): NatsUser {
  const pair = nkeys.createUser();
  return { seed: Buffer.from(pair.getSeed()).toString(), publicKey: pair.getPublicKey(), ...as };
}

/** A box with the rights that `kasirbox fleet add` gives it. `box`: its id; `group`: whose prices and settings it may read. */
export function boxUser(shop: string, box: string, group?: string): NatsUser {
  return natsUser({ box: { shop, box, group } });
}

/** May do what any box of its shop may, in one account: the ids of many boxes are not known before they start. */
export function shopUser(shop: string, group?: string): NatsUser {
  return boxUser(shop, '*', group);
}

export interface NatsOptions {
  /** Where JetStream keeps its messages, an existing folder; in the folder of the server if not given. */
  readonly store?: string;
  /** What several servers that are one have in common; of its own if not given. */
  readonly authority?: TestAuthority;
  readonly owner?: NatsUser;
}

/** A real nats-server with JetStream on loopback, of a folder of its own; over TLS with users, or plain and open to all. */
export class NatsServer {
  private child: ChildProcess | undefined;
  /** False: the next start is without JetStream, as in the moments after a reload. */
  hasJetStream = true;
  /** With the rights that `kasirbox fleet init` gives it. */
  readonly ingester = natsUser({ rights: ingesterRights() });

  private constructor(
    readonly folder: string,
    private readonly issuer: TestAuthority | undefined,
    readonly port: number,
    readonly users: NatsUser[],
    /** More lines of its configuration. */
    private readonly more: string,
    /** Where JetStream keeps its messages. */
    readonly store = join(folder, 'jetstream'),
    readonly owner = natsUser(),
  ) {}

  static async start(users: readonly NatsUser[], more = '', options: NatsOptions = {}): Promise<NatsServer> {
    const authority = options.authority ?? (await testAuthority());
    const port = await freePort();
    const server = new NatsServer(temporaryFolder(), authority, port, [...users], more, options.store, options.owner);
    const { key, cert } = await authority.server('127.0.0.1');
    writeFileSync(join(server.folder, 'key.pem'), key);
    writeFileSync(join(server.folder, 'cert.pem'), cert);
    await server.run();
    return server;
  }

  /** Without TLS and users, where a test is about neither. */
  static async plain(): Promise<NatsServer> {
    const server = new NatsServer(temporaryFolder(), undefined, await freePort(), [], '');
    await server.run();
    return server;
  }

  get authority(): TestAuthority {
    if (this.issuer === undefined) throw new Error('it speaks without TLS');
    return this.issuer;
  }

  get url(): string {
    return `${this.issuer === undefined ? 'nats' : 'tls'}://127.0.0.1:${this.port}`;
  }

  /** Begins to listen, with the present users and the stored messages. */
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

  /** Moves a box to a group, as `kasirbox fleet group` does while the server runs. */
  async moveBox(publicKey: string, group: string): Promise<void> {
    const at = this.users.findIndex((user) => user.publicKey === publicKey);
    const user = this.users[at];
    if (user?.box === undefined) throw new Error('no such box');
    this.users[at] = { ...user, box: { ...user.box, group } };
    writeFileSync(join(this.folder, 'server.conf'), this.configuration());
    // What an account imports anew works once the server has read it twice.
    for (let times = 0; times < 2; times += 1) await this.reload();
  }

  private async reload(): Promise<void> {
    const log = join(this.folder, 'server.log');
    const reloads = (): number => readFileSync(log, 'utf8').split('Reloaded server configuration').length;
    const before = reloads();
    this.child?.kill('SIGHUP');
    while (reloads() === before) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  private configuration(): string {
    const all = [this.owner, this.ingester, ...this.users];
    const owners = all.flatMap(({ publicKey: nkey, rights, box }) => (box ? [] : [{ nkey, permissions: rights }]));
    const boxes = all.flatMap(({ publicKey, box }) => (box ? [boxAccount(publicKey, box)] : []));
    // Users of whole shops have no id that would name their account.
    const named = boxes.map(([, account], at) => [`BOX${at}`, account] as const);
    const tls = [
      'tls { cert_file: "cert.pem", key_file: "key.pem" }',
      `accounts ${accountsText(new Map([ownerAccount(owners), ...named]))}`,
    ];
    return [
      `listen: "127.0.0.1:${this.port}"`,
      ...(this.hasJetStream ? [`jetstream { store_dir: "${this.store}" }`] : []),
      ...(this.issuer === undefined ? [] : tls),
      this.more,
    ].join('\n');
  }

  kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const { child } = this;
    if (child?.exitCode !== null || child.signalCode !== null) return Promise.resolve();
    return new Promise((resolve) => {
      child.once('close', () => resolve());
      child.kill(signal);
    });
  }

  get isUp(): boolean {
    return this.child?.exitCode === null && this.child.signalCode === null;
  }

  /** Its process, while it runs. */
  get pid(): number | undefined {
    return this.isUp ? this.child?.pid : undefined;
  }

  /** Stops it in the middle of everything, or lets it go on. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.child?.kill(signal);
  }

  /** A connection of the owner, with all rights. */
  async connection(): Promise<NatsConnection> {
    if (this.issuer === undefined) return connect({ servers: `127.0.0.1:${this.port}` });
    const trust: TlsOptions & { readonly host: string } = { ca: this.issuer.ca, host: '127.0.0.1' };
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
