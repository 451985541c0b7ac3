import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { Client } from 'pg';
import { adopt, temporaryFolder } from '../process.js';

const POSTGRES = '/usr/lib/postgresql';
const VERSIONS = ['15', '16', '17', '18'];

function programsOfPostgres(): string | undefined {
  return VERSIONS.map((version) => join(POSTGRES, version, 'bin')).find((folder) => existsSync(join(folder, 'initdb')));
}

/** Why tests with a real PostgreSQL are skipped here; undefined where they are not. */
export const NO_POSTGRES =
  programsOfPostgres() === undefined ? 'no PostgreSQL: install the Debian package postgresql' : undefined;

/** PostgreSQL refuses to run as root. */
function asPostgres(command: readonly [string, ...string[]]): [string, ...string[]] {
  if (process.getuid?.() !== 0) return [...command];
  return ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', ...command];
}

/** Empty clusters, each of a version of PostgreSQL and of a user. They may be deleted. */
const CACHE = resolve(import.meta.dirname, '../../../.cache/postgres');

/** An empty cluster. It is made once and copied from then on: initdb takes longer than most tests. */
function makeCluster(programs: string, data: string): void {
  const kept = join(CACHE, `${basename(dirname(programs))}-${process.getuid?.() ?? ''}`);
  const copy = (from: string, to: string): void => void execFileSync('cp', ['-a', from, to]);
  if (existsSync(kept)) {
    copy(kept, data);
    return;
  }
  const [initdb, ...args] = asPostgres([
    ...([join(programs, 'initdb'), '-D', data, '-U', 'owner', '-A', 'trust'] as const),
    ...['--no-sync', '--locale=C.UTF-8', '-E', 'UTF8', '--no-instructions'],
  ]);
  execFileSync(initdb, args, { stdio: 'ignore', cwd: '/' });
  mkdirSync(CACHE, { recursive: true });
  const temporary = `${kept}.${process.pid}`;
  copy(data, temporary);
  try {
    renameSync(temporary, kept);
  } catch {
    // Another process was faster.
    rmSync(temporary, { recursive: true });
  }
}

/** A real PostgreSQL with an empty cluster, at a socket in a folder of its own; ended by `cleanUp` at the latest. */
export class PostgresServer {
  private constructor(
    private readonly programs: string,
    /** Holds its socket. */
    readonly folder: string,
    private child: ChildProcess,
  ) {}

  /** `settings`: as `-c` of postgres takes them. It flushes nothing unless they say so: no test cuts the power. */
  static async start(settings: readonly string[] = ['fsync=off']): Promise<PostgresServer> {
    const programs = programsOfPostgres() ?? '';
    const folder = temporaryFolder();
    if (process.getuid?.() === 0) {
      const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
      chownSync(folder, id('-u'), id('-g'));
    }
    makeCluster(programs, join(folder, 'data'));
    return new PostgresServer(programs, folder, await PostgresServer.run(programs, folder, settings));
  }

  /** Resolves when it says that it is ready. */
  private static async run(programs: string, folder: string, settings: readonly string[]): Promise<ChildProcess> {
    const options = ['listen_addresses=', ...settings].flatMap((setting) => ['-c', setting]);
    const [program, ...args] = asPostgres([
      ...([join(programs, 'postgres'), '-D', join(folder, 'data'), '-k', folder] as const),
      ...options,
    ]);
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/' });
    adopt(child);
    let said = '';
    await new Promise<void>((done, fail) => {
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        if (said.includes('database system is ready to accept connections')) done();
      });
      child.once('close', () => fail(new Error(`PostgreSQL has ended: ${said}`)));
    });
    child.stderr.removeAllListeners('data').resume();
    return child;
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

  /** Its first process. */
  get pid(): number | undefined {
    return this.child.pid;
  }

  /** SIGQUIT ends it at once, as a crash does. */
  stop(signal: NodeJS.Signals = 'SIGQUIT'): Promise<void> {
    const { child } = this;
    if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
    return new Promise((done) => {
      child.once('close', () => done());
      child.kill(signal);
    });
  }

  async startAgain(settings: readonly string[] = ['fsync=off']): Promise<void> {
    this.child = await PostgresServer.run(this.programs, this.folder, settings);
  }
}
