import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect, type NatsConnection, nkeyAuthenticator, type TlsOptions } from '@nats-io/transport-node';
import { initServer } from '../../../src/programs/fleet/server/init.js';
import { freePort } from '../port.js';
import { adopt, temporaryFolder } from '../process.js';

/** A nats-server by the configuration that `kasirbox fleet init` makes, in place of the one of the Debian package. */
export class OwnServer {
  private child: ChildProcess | undefined;

  private constructor(
    /** What `fleet init` has made, and the folder of JetStream. */
    readonly folder: string,
    readonly store: string,
    readonly port: number,
    readonly monitorPort: number,
  ) {}

  /** Ports and folders of a server that is not made yet. */
  static async prepared(): Promise<OwnServer> {
    const folder = temporaryFolder();
    const store = join(folder, 'jetstream');
    mkdirSync(store);
    return new OwnServer(join(folder, 'kasirbox-fleet'), store, await freePort(), await freePort());
  }

  static async start(): Promise<OwnServer> {
    const server = await OwnServer.prepared();
    const made = await server.init();
    if (!made.ok) throw new Error(made.error.en);
    await server.run();
    return server;
  }

  get url(): string {
    return `tls://127.0.0.1:${this.port}`;
  }

  /** `url`: as it was when left out. */
  init({ url }: { readonly url?: string } = { url: this.url }) {
    const { folder, store, monitorPort } = this;
    return initServer({ folder, url, store, monitorPort });
  }

  /** The Debian package starts it so, by a configuration that includes the one of this folder. */
  async run(): Promise<void> {
    const configuration = join(this.folder, '../nats-server.conf');
    writeFileSync(configuration, 'include kasirbox-fleet/nats-server.conf\n');
    const log = openSync(this.log, 'w');
    this.child = spawn('/usr/sbin/nats-server', ['-c', configuration], { cwd: '/', stdio: ['ignore', log, log] });
    closeSync(log);
    adopt(this.child);
    const { child } = this;
    while (!existsSync(join(this.store, 'nats-server.pid')) || !readFileSync(this.log, 'utf8').includes('is ready')) {
      if (child.exitCode !== null) throw new Error(readFileSync(this.log, 'utf8'));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  get log(): string {
    return join(this.folder, '../server.log');
  }

  async kill(): Promise<void> {
    const { child } = this;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    await new Promise<void>((resolve) => {
      child.once('close', () => resolve());
      child.kill('SIGKILL');
    });
  }

  /** The seed that `fleet init` has left for these programs. */
  seed(name: 'owner' | 'ingester'): string {
    return readFileSync(join(this.folder, `${name}.seed`), 'utf8').trim();
  }

  /** A connection with this seed, which hears answers under this prefix. It ends with its connection. */
  async connection(seed: string, inboxPrefix = '_INBOX'): Promise<NatsConnection> {
    const ca = readFileSync(join(this.folder, 'ca.pem'), 'utf8');
    const tls: TlsOptions & { readonly host: string } = { ca, host: '127.0.0.1' };
    const authenticator = nkeyAuthenticator(Buffer.from(seed));
    return connect({ servers: this.url, tls, authenticator, inboxPrefix, reconnect: false });
  }
}
