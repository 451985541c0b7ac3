import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { test } from 'uvu';
import { newFolder } from '../folder.js';
import { freePort } from '../port.js';
import { adopt } from '../process.js';
import type { Chip } from './chip.js';
import { PluggedChip } from './pluggedChip.js';

const DAEMON = '/usr/sbin/pcscd';
const DRIVER = '/usr/lib/pcsc/drivers/serial/libifdvpcd.so';
/** Gives pcscd its socket as systemd does, so that it is not the one of the machine. */
const STARTER = '/usr/bin/systemd-socket-activate';

/** Are pcscd and the reader of vsmartcard installed here? */
export const hasPcscd = [DAEMON, DRIVER, STARTER].every((file) => existsSync(file));

/** `test`, or what says that it was skipped. */
export function testWithPcscd(name: string, work: () => Promise<void>): void {
  if (hasPcscd) test(name, work);
  else {
    console.log('skipped: pcscd and the reader of vsmartcard');
    test.skip(name, work);
  }
}

/** Debian's pcscd, with a socket and a reader of its own into which cards in software are put. */
export class Pcscd {
  /** The first of the two readers that the driver makes. */
  static readonly READER = 'Virtual PCD 00 00';
  readonly socket: string;
  private readonly config: string;
  private child: ChildProcess | undefined;
  private plugged: PluggedChip | undefined;

  private constructor(
    folder: string,
    private readonly port: number,
    private readonly daemon: readonly string[],
  ) {
    this.socket = join(folder, 'pcscd.comm');
    this.config = join(folder, 'reader.conf.d');
  }

  /** Starts it; `daemon` is the program and its first arguments. */
  static async start(daemon: readonly string[] = [DAEMON]): Promise<Pcscd> {
    const folder = newFolder('pcscd');
    const pcscd = new Pcscd(folder, await freePort(), daemon);
    mkdirSync(pcscd.config, { recursive: true });
    const reader = [
      'FRIENDLYNAME "Virtual PCD"',
      `DEVICENAME /dev/null:0x${pcscd.port.toString(16)}`,
      `LIBPATH ${DRIVER}`,
      `CHANNELID 0x${pcscd.port.toString(16)}`,
    ];
    writeFileSync(join(pcscd.config, 'vpcd'), `${reader.join('\n')}\n`);
    await pcscd.restart();
    return pcscd;
  }

  /** The variable that tells programs of libpcsclite, such as those of OpenSC, where it listens. */
  get env(): NodeJS.ProcessEnv {
    return { ...process.env, PCSCLITE_CSOCK_NAME: this.socket };
  }

  /** Puts a card in. `interrupt` is called with each command; when it gives true, no answer comes. */
  insert(chip: Chip, interrupt?: (command: Buffer) => boolean): void {
    this.remove();
    this.plugged = new PluggedChip(this.port, chip, interrupt);
  }

  /** Takes the card out, whatever it is doing. */
  remove(): void {
    this.plugged?.unplug();
    this.plugged = undefined;
  }

  /** Ends pcscd; the card stays where it is, without power. */
  async stop(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const { child } = this;
    this.remove();
    if (child === undefined) return;
    this.child = undefined;
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.kill(signal);
    await ended;
    rmSync(this.socket, { force: true });
  }

  /** Starts it again with the same socket and the same reader. */
  async restart(): Promise<void> {
    const [program = DAEMON, ...first] = this.daemon;
    const options = ['--foreground', '--info', '--config', this.config];
    const child = spawn(STARTER, ['--listen', this.socket, program, ...first, ...options], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    adopt(child);
    await says(child, 'Listening on');
    // It starts at the first connection.
    const caller = connect(this.socket);
    caller.on('error', () => undefined);
    await says(child, 'daemon ready');
    caller.destroy();
  }
}

/** Resolves when the process has printed a text. */
function says(child: ChildProcess, text: string): Promise<void> {
  let said = '';
  return new Promise((resolve, reject) => {
    const listen = (bytes: Buffer): void => {
      said += bytes.toString();
      if (said.includes(text)) resolve();
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('close', () => reject(new Error(`pcscd ended without "${text}": ${said}`)));
  });
}
