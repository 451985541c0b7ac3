import { Agent } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import type { Console } from '../guest/console.js';
import { type GuestTime, Machine } from '../guest/qemu.js';
import type { Qmp } from '../guest/qmp.js';
import { within } from '../guest/within.js';
import { freePort } from '../port.js';
import { overTls, type Received } from '../transport.js';
import type { Start } from './starter.js';

const MEGABYTES = 1024;
/** Between two questions whether the box is ready, ms. */
const PAUSE = 500;
/** Longest answer, ms: the machine gets what others leave of the processors. */
const ANSWER = 600_000;

/** What a machine with the box's own image needs beside its package `qemu-system-arm`. */
export const MACHINE_NEEDS = { 'qemu-system-aarch64': 'qemu-system-arm', setpriv: 'util-linux' };

export interface ImageMachineOptions {
  /** An image of a card; it is written to. */
  readonly card: string;
  /** What is started: {@link startOf} takes it out of the card. */
  readonly start: Start;
  /** Ends the machine after this, ms, whatever it does. */
  readonly limit: number;
  /** Added to the command line of the kernel. */
  readonly words?: string;
  /** An empty file: all writes to the card are noted there, for {@link WriteLog}. */
  readonly writeLog?: string;
  /** What the guest writes is forgotten, and the card stays as it is. Not together with a log. */
  readonly forgets?: boolean;
  /** MB; 512 is a Zero 2 W. */
  readonly memory?: number;
  /** How time passes in it, by instructions when left out: the machine of a test is busy with others. */
  readonly time?: GuestTime;
  /** More of QEMU's options, and names of character devices for them. */
  readonly options?: readonly string[];
  readonly lines?: readonly string[];
}

/**
 * The image of the box on QEMU's arm64 machine `virt`, emulated: it shows what works, never how fast. Where the guest starts anew the
 * machine ends ({@link ended}), so that the next start can be chosen from the card.
 */
export class ImageMachine {
  /** Nothing outside knows the authority of a new box. */
  private readonly agent = new Agent({ rejectUnauthorized: false, keepAlive: true, maxSockets: 2 });

  private constructor(
    private readonly machine: Machine,
    /** What kernel and services say. */
    readonly serial: Console,
    /** Ports of 127.0.0.1 that lead to 443, 80 and 22 of the guest. */
    readonly https: number,
    readonly http: number,
    readonly ssh: number,
  ) {}

  /** Switches it on. */
  static async boot(options: ImageMachineOptions): Promise<ImageMachine> {
    const { start, words = '', memory = MEGABYTES, limit, time = 'instructions' } = options;
    const [https, http, ssh] = [await freePort(), await freePort(), await freePort()];
    const forwards = [
      [https, 443],
      [http, 80],
      [ssh, 22],
    ].map(([here, there]) => `hostfwd=tcp:127.0.0.1:${here}-:${there}`);
    const machine = await Machine.start({
      program: 'qemu-system-aarch64',
      lines: ['serial', ...(options.lines ?? [])],
      limit,
      time,
      options: [
        ...['-M', 'virt', '-cpu', 'cortex-a53', '-smp', '2', '-m', String(memory)],
        ...['-kernel', start.kernel, '-initrd', start.initrd, '-append', `${start.words} ${words}`.trim()],
        ...['-serial', 'chardev:serial', '-action', 'watchdog=reset'],
        ...[...cardOptions(options), '-device', 'virtio-blk-pci,drive=card'],
        ...['-netdev', `user,id=net,${forwards.join(',')}`, '-device', 'virtio-net-pci,netdev=net'],
        ...['-device', 'virtio-rng-pci', '-device', 'i6300esb'],
        ...(options.options ?? []),
      ],
    });
    return new ImageMachine(machine, await machine.console('serial'), https, http, ssh);
  }

  get qmp(): Qmp {
    return this.machine.qmp;
  }

  /** Resolves when the guest has switched itself off or started anew, or was ended. */
  get ended(): Promise<void> {
    return this.machine.ended;
  }

  /** The output of kernel, services and QEMU, to explain a failure. */
  get log(): string {
    return this.serial.text + this.machine.complaints;
  }

  /** The other end of one of the `lines`. */
  line(name: string) {
    return this.machine.line(name);
  }

  /** Waits until `/readyz` says that the box sells, and gives the answer. Rejects after `limit` ms, and when the machine ends. */
  async ready(limit: number): Promise<Received> {
    const late = performance.now() + limit;
    let last = 'nothing';
    while (this.machine.isRunning && performance.now() < late) {
      try {
        const answer = await this.send('GET', '/readyz');
        if (answer.status === 200) return answer;
        last = `${answer.status} ${answer.text}`;
      } catch (error) {
        last = String(error);
      }
      await pause(PAUSE);
    }
    throw new Error(`the box is not ready within ${limit} ms, but says ${last}: ${this.log.slice(-3000)}`);
  }

  /** What it has cost so far: time of this machine's processors, s, and what was read from the card and written to it, bytes. */
  async cost(): Promise<{ readonly seconds: number; readonly read: number; readonly written: number }> {
    const all = (await this.qmp.run('query-blockstats')) as {
      readonly 'node-name'?: string;
      readonly device?: string;
      readonly stats: { readonly rd_bytes: number; readonly wr_bytes: number };
    }[];
    const card = all.find((one) => one.device === 'card' || one['node-name'] === 'card');
    if (card === undefined) throw new Error('QEMU does not tell of its card');
    return { seconds: this.machine.seconds, read: card.stats.rd_bytes, written: card.stats.wr_bytes };
  }

  /** The origin of the box's pages. */
  get origin(): string {
    return `https://127.0.0.1:${this.https}`;
  }

  /** Sends a request to the box, with this as JSON where it is given. */
  send(method: string, url: string, json?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Received> {
    const body = json === undefined ? undefined : JSON.stringify(json);
    const type = body !== undefined && {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
    };
    const answer = overTls(
      this.origin,
      this.agent,
    )({ method, url, headers: { ...headers, ...type }, body, chunks: [] });
    return within(ANSWER, `${method} ${url}`, answer);
  }

  /** Pulls the plug. */
  stop(): Promise<void> {
    this.agent.destroy();
    return this.machine.stop();
  }
}

/** The block device `card`. */
function cardOptions({ card, writeLog, forgets = false }: ImageMachineOptions): string[] {
  if (writeLog === undefined) {
    const snapshot = forgets ? ',snapshot=on' : '';
    return ['-drive', `if=none,id=card,format=raw,file=${escaped(card)},cache=unsafe${snapshot}`];
  }
  if (forgets) throw new Error('what is forgotten is not noted');
  const file = (role: string, path: string): string => `${role}.driver=file,${role}.filename=${escaped(path)}`;
  const log = `${file('log', writeLog)},log-append=off,log-sector-size=512`;
  return ['-blockdev', `driver=blklogwrites,node-name=card,${file('file', card)},${log}`];
}

/** As QEMU wants a comma in a value. */
function escaped(path: string): string {
  return path.replaceAll(',', ',,');
}
