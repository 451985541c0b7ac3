import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Done } from '../guest/console.js';
import { within } from '../guest/within.js';
import { adopt } from '../process.js';
import { partitionOf, readFat, writeFat } from './filesystem.js';
import type { ImageMachine } from './machine.js';
import './programs.js';

/** What is needed beside the machine, and the package of Debian that has it. */
export const TECHNICIAN_NEEDS = { ssh: 'openssh-client', 'ssh-keygen': 'openssh-client' };

/** Longest time until a sign-in, and longest command, ms: the machine shares the processors. */
const SIGNED_IN = 1_200_000;
const LIMIT = 1_200_000;
const PAUSE = 500;

/** A technician with an SSH key: gives it to a card that has not started, and signs in at the box with it. */
export class Technician {
  private constructor(private readonly folder: string) {}

  /** Makes a key in a folder, which is made. */
  static withKey(folder: string): Technician {
    mkdirSync(folder, { recursive: true });
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'serviser', '-f', join(folder, 'key')]);
    return new Technician(folder);
  }

  /** Writes the public key into `kasirbox.toml` of a card. */
  prepare(card: string): void {
    const [fat, name] = [partitionOf(card, 1), 'kasirbox.toml'];
    const key = readFileSync(join(this.folder, 'key.pub'), 'utf8').trim();
    const toml = readFat(card, fat, name).toString();
    writeFat(card, fat, name, Buffer.from(toml.replace(/^#key = .*$/m, `key = "${key}"`)));
  }

  /** Signs in as root, as soon as the box lets anybody in. It ends with the machine. */
  async signIn(machine: ImageMachine): Promise<Shell> {
    const socket = join(this.folder, String(machine.ssh));
    const words = wordsOf({
      ...{ BatchMode: 'yes', ConnectTimeout: '600', IdentitiesOnly: 'yes', LogLevel: 'ERROR' },
      ...{ StrictHostKeyChecking: 'no', UserKnownHostsFile: '/dev/null' },
      ...{ ControlMaster: 'yes', ControlPath: `"${socket}"` },
    });
    // It may have been signed in at the start before.
    rmSync(socket, { force: true });
    const late = performance.now() + SIGNED_IN;
    let said = '';
    while (performance.now() < late) {
      const port = ['-p', String(machine.ssh), '-i', join(this.folder, 'key')];
      const child = spawn('ssh', [...words, ...port, '-N', 'root@127.0.0.1'], { stdio: ['ignore', 'ignore', 'pipe'] });
      adopt(child);
      child.stderr.setEncoding('utf8').on('data', (text: string) => (said = text));
      while (child.exitCode === null && performance.now() < late) {
        if (existsSync(socket)) return new Shell(socket);
        await pause(PAUSE);
      }
    }
    throw new Error(`nobody can sign in within ${SIGNED_IN} ms: ${said}${machine.log.slice(-3000)}`);
  }
}

/** A shell of root on the box. */
export class Shell {
  constructor(private readonly socket: string) {}

  /** Runs a command; several may run at once. `limit`: ms. */
  async run(command: string, { input = '', limit = LIMIT } = {}): Promise<Done> {
    const words = wordsOf({ ControlPath: `"${this.socket}"`, LogLevel: 'ERROR' });
    const child = spawn('ssh', [...words, 'root@127.0.0.1', command], { stdio: ['pipe', 'pipe', 'pipe'] });
    adopt(child);
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (said: string) => (text += said));
    // A command may end before it has read.
    child.stdin.on('error', () => undefined).end(input);
    const done = new Promise<Done>((resolve) => {
      child.once('close', (code) => resolve({ code: code ?? 255, text }));
    });
    return within(limit, command, done, () => text).finally(() => child.kill('SIGKILL'));
  }

  /** What a command says that must end well. */
  async does(command: string, options: { readonly input?: string; readonly limit?: number } = {}): Promise<string> {
    const { code, text } = await this.run(command, options);
    if (code !== 0) throw new Error(`${command}: ${code}\n${text}`);
    return text.trim();
  }
}

function wordsOf(options: Readonly<Record<string, string>>): string[] {
  return Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
}
