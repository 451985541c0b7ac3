import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent } from 'node:https';
import { freePort } from '../port.js';
import { overTls, type Received } from '../transport.js';
import type { Console, Done, RunOptions } from './console.js';
import { boxInitrd } from './initrd.js';
import { Kernel } from './kernel.js';
import { Machine } from './qemu.js';
import { PassedCard } from './vscard.js';
import { within } from './within.js';

/** The address of the machine that runs the guest, as the guest has it. */
export const HOST = '10.0.2.2';
const BOX_PORT = 8443;
const MEGABYTES = 1024;
/** Longest from power on to the shell, and from the start of the box to its answer, ms. */
const BOOT = 120_000;
/** Longest answer to a request, ms: the card may sign for it. */
const ANSWER = 60_000;

const READER = { driver: 'usb-ccid', bus: 'usb.0', id: 'reader' };
const SLOT = { driver: 'ccid-card-passthru', bus: 'reader.0', chardev: 'card', id: 'slot' };

interface Asked {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly key?: string;
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The built box in a guest with a kernel of its own, and a card reader on its USB. */
export class BoxGuest {
  private constructor(
    private readonly machine: Machine,
    private readonly kernel: Console,
    private readonly shell: Console,
    /** The other side of the reader. */
    readonly card: PassedCard,
    /** Of 127.0.0.1; leads to the box. */
    private readonly port: number,
    private readonly agent: Agent,
    private readonly folder: string,
  ) {}

  /** Boots it, without a reader and with no box running, on a copy of this data folder; it is ended after `limit` ms. */
  static async boot(data: string, limit: number): Promise<BoxGuest> {
    const kernel = Kernel.debian();
    const folder = mkdtempSync(join(tmpdir(), 'guest-'));
    const initrd = join(folder, 'initrd');
    writeFileSync(initrd, boxInitrd(kernel, data));
    const port = await freePort();
    const agent = new Agent({ ca: readFileSync(join(data, 'tls/ca.pem')), keepAlive: true, maxSockets: 1 });
    const machine = await Machine.start({
      program: 'qemu-system-x86_64',
      lines: ['kernel', 'shell', 'card'],
      limit,
      options: [
        ...['-M', 'q35', '-cpu', 'max', '-smp', '2', '-m', String(MEGABYTES)],
        ...['-kernel', kernel.image, '-initrd', initrd, '-append', 'console=ttyS0 panic=-1 loglevel=5'],
        ...['-serial', 'chardev:kernel', '-serial', 'chardev:shell'],
        ...[
          '-netdev',
          `user,id=net,hostfwd=tcp:127.0.0.1:${port}-:${BOX_PORT}`,
          '-device',
          'virtio-net-pci,netdev=net',
        ],
        ...['-device', 'virtio-rng-pci', '-device', 'qemu-xhci,id=usb'],
      ],
    });
    try {
      const [kernelLine, shell] = [await machine.console('kernel'), await machine.console('shell')];
      await shell.says(/guest: ready\n/, BOOT);
      return new BoxGuest(machine, kernelLine, shell, new PassedCard(await machine.line('card')), port, agent, folder);
    } catch (error) {
      await machine.stop();
      throw error;
    }
  }

  /** The output of the kernel, to explain a failure. */
  get kernelLog(): string {
    return this.kernel.text + this.machine.complaints;
  }

  /** Starts the box as its service does; it answers when this resolves. */
  async serve(): Promise<void> {
    const command = `kasirbox serve --listen 0.0.0.0:${BOX_PORT}`;
    await this.does(`${command} </dev/null >/run/box.log 2>&1 & echo $! >/run/box.pid`);
    const wait = `until grep -q '"event":"box.started"' /run/box.log; do kill -0 $(cat /run/box.pid) || exit 1; sleep 0.1; done`;
    const up = await this.run(`(${wait})`, { limit: BOOT });
    if (up.code !== 0) throw new Error(`the box did not come up: ${await this.does('cat /run/box.log')}`);
  }

  /** Sends a request into the guest. */
  send({ method, url, key, json, headers }: Asked): Promise<Received> {
    const body = json === undefined ? undefined : JSON.stringify(json);
    const type = body !== undefined && {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
    };
    const all = { ...(key !== undefined && { Authorization: `Bearer ${key}` }), ...type, ...headers };
    const transport = overTls(`https://127.0.0.1:${this.port}`, this.agent);
    return within(ANSWER, `${method} ${url}`, transport({ method, url, headers: all, body, chunks: [] }));
  }

  run(command: string, options: RunOptions = {}): Promise<Done> {
    return this.shell.run(command, options);
  }

  /** What a command says that must go well. */
  async does(command: string, options: RunOptions = {}): Promise<string> {
    const { code, text } = await this.run(command, options);
    if (code !== 0) throw new Error(`${command} ended with ${code}: ${text}`);
    return text;
  }

  /** Plugs the reader in; its slot is empty. */
  async plug(): Promise<void> {
    await this.machine.qmp.run('device_add', READER);
    await this.machine.qmp.run('device_add', SLOT);
    await this.card.meet();
  }

  /** Pulls the reader out, whatever it is doing. */
  async unplug(): Promise<void> {
    this.card.leave();
    await this.machine.qmp.unplug(READER.id);
  }

  /** Resident memory of the box, MB; `anonymous`: the part without a file. */
  async memory(): Promise<{ readonly whole: number; readonly anonymous: number }> {
    const status = await this.does('cat /proc/$(cat /run/box.pid)/status');
    const of = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024;
    return { whole: of('VmRSS'), anonymous: of('RssAnon') };
  }

  async stop(): Promise<void> {
    this.agent.destroy();
    await this.machine.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
