import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';

const NATS = '/usr/sbin/nats-server';
const POSTGRES = '/usr/lib/postgresql';
const VERSIONS = ['15', '16', '17', '18'];

const children = new Set<ChildProcess>();
const folders = new Set<string>();

/** Ends the servers of a test file; for `test.after`. */
export function endServers(): void {
  for (const child of children) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
process.on('exit', endServers);

function programsOfPostgres(): string | undefined {
  return VERSIONS.map((version) => join(POSTGRES, version, 'bin')).find((folder) => existsSync(join(folder, 'initdb')));
}

/** Why these tests cannot run here; undefined where they can. */
export const missingServers: string | undefined = !existsSync(NATS)
  ? 'the Debian package nats-server is not installed'
  : programsOfPostgres() === undefined
    ? 'the Debian package postgresql is not installed'
    : undefined;

/** Starts a server, and resolves when it says that it is ready. */
async function started(command: readonly [string, ...string[]], ready: string): Promise<ChildProcess> {
  const [program, ...args] = command;
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/' });
  children.add(child);
  child.once('close', () => children.delete(child));
  let said = '';
  await new Promise<void>((done, fail) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes(ready)) done();
    });
    child.once('close', () => fail(new Error(`${program} has ended: ${said}`)));
  });
  child.stderr.resume();
  return child;
}

function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) {
      done();
      return;
    }
    child.once('close', () => done());
    child.kill(signal);
  });
}

async function freePort(): Promise<number> {
  return new Promise((found) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => found(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** A real nats-server with JetStream in a folder of its own. */
export class NatsServer {
  private constructor(
    readonly port: number,
    private readonly folder: string,
    private readonly options: readonly string[],
    private child: ChildProcess,
  ) {}

  /** `options`: of its command line, besides the usual ones. */
  static async start(options: readonly string[] = []): Promise<NatsServer> {
    const folder = mkdtempSync(join(tmpdir(), 'kasirbox-nats-'));
    folders.add(folder);
    const port = await freePort();
    return new NatsServer(port, folder, options, await NatsServer.run(port, folder, options));
  }

  private static run(port: number, folder: string, options: readonly string[]): Promise<ChildProcess> {
    const usual = ['-js', '-sd', folder, '-a', '127.0.0.1', '-p', String(port)];
    return started([NATS, ...usual, ...options], 'Server is ready');
  }

  get url(): string {
    return `nats://127.0.0.1:${this.port}`;
  }

  stop(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    return ended(this.child, signal);
  }

  /** At the same port, with what it had kept. */
  async startAgain(): Promise<void> {
    this.child = await NatsServer.run(this.port, this.folder, this.options);
  }
}

/** PostgreSQL refuses to run as root. */
function asPostgres(command: readonly [string, ...string[]]): [string, ...string[]] {
  if (process.getuid?.() !== 0) return [...command];
  return ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', ...command];
}

/** A real PostgreSQL with an empty cluster, at a socket in a folder of its own. */
export class PostgresServer {
  private constructor(
    private readonly programs: string,
    private readonly folder: string,
    private child: ChildProcess,
  ) {}

  /** `settings`: as `-c` of postgres takes them. It flushes nothing unless they say so: no test cuts the power. */
  static async start(settings: readonly string[] = ['fsync=off']): Promise<PostgresServer> {
    const programs = programsOfPostgres() ?? '';
    const folder = mkdtempSync(join(tmpdir(), 'kasirbox-pg-'));
    folders.add(folder);
    if (process.getuid?.() === 0) {
      const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
      chownSync(folder, id('-u'), id('-g'));
    }
    const [initdb, ...args] = asPostgres([
      ...([join(programs, 'initdb'), '-D', join(folder, 'data'), '-U', 'owner', '-A', 'trust'] as const),
      ...['--no-sync', '--locale=C.UTF-8', '-E', 'UTF8', '--no-instructions'],
    ]);
    execFileSync(initdb, args, { stdio: 'ignore', cwd: '/' });
    return new PostgresServer(programs, folder, await PostgresServer.run(programs, folder, settings));
  }

  private static run(programs: string, folder: string, settings: readonly string[]): Promise<ChildProcess> {
    const options = ['listen_addresses=', ...settings].flatMap((setting) => ['-c', setting]);
    const command = [join(programs, 'postgres'), '-D', join(folder, 'data'), '-k', folder, ...options] as const;
    return started(asPostgres([...command]), 'database system is ready to accept connections');
  }

  /** Of a database; `createDatabase` makes more than the first. */
  url(database = 'postgres'): string {
    return `postgresql://owner@localhost/${database}?host=${encodeURIComponent(this.folder)}`;
  }

  async client(database = 'postgres'): Promise<Client> {
    const client = new Client({ connectionString: this.url(database) });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  /** An empty database; its name. */
  async createDatabase(name: string): Promise<string> {
    const client = await this.client();
    await client.query(`CREATE DATABASE ${name}`);
    await client.end();
    return name;
  }

  /** SIGQUIT ends it at once, as a crash does. */
  stop(signal: NodeJS.Signals = 'SIGQUIT'): Promise<void> {
    return ended(this.child, signal);
  }

  async startAgain(settings: readonly string[] = ['fsync=off']): Promise<void> {
    this.child = await PostgresServer.run(this.programs, this.folder, settings);
  }
}
