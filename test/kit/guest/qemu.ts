import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adopt } from '../process.js';
import { Console } from './console.js';
import { Lines } from './lines.js';
import { Qmp } from './qmp.js';
import { within } from './within.js';

/** Longest from the start of QEMU until it takes commands, ms. */
const START = 30_000;
/** Longest time until a killed process has ended, ms. */
const GONE = 10_000;

export type GuestTime = 'wall' | 'instructions' | 'skips';

export interface MachineOptions {
  /** `qemu-system-x86_64`, or that of another machine. */
  readonly program: string;
  /** The machine itself: model, memory, kernel, devices. They may name the {@link lines} as character devices. */
  readonly options: readonly string[];
  /** Names of character devices whose other end is given out by {@link Machine.line}. */
  readonly lines: readonly string[];
  /** The machine is killed after this, ms, whatever it does. */
  readonly limit: number;
  /**
   * How time passes in the guest. `wall`: as here. `instructions`: as it works, so that a busy machine makes it slower and never late; where
   * it waits as here. `skips`: as it works, and at once where it waits, so that an idle hour is over in moments; what comes from outside
   * comes late then. `wall` when left out; the others run one of its processors at a time.
   */
  readonly time?: GuestTime;
}

/** An instruction takes 2 ns of the guest's time, two to three times what it takes a core of a Raspberry Pi 4. */
const COUNTED = 'shift=1';

const EMULATORS: Readonly<Record<GuestTime, readonly string[]>> = {
  wall: ['-accel', 'tcg,thread=multi'],
  instructions: ['-accel', 'tcg,thread=single', '-icount', COUNTED],
  skips: ['-accel', 'tcg,thread=single', '-icount', `${COUNTED},sleep=off`, '-rtc', 'clock=vm'],
};

/** A machine in QEMU, by software emulation. It ends with the process that started it at the latest. */
export class Machine {
  private errors = '';
  /** Resolves when QEMU has ended: the guest has switched itself off or restarted, or was ended. */
  readonly ended: Promise<void>;

  private constructor(
    private readonly child: ChildProcess,
    private readonly lines: Lines,
    private readonly folder: string,
    readonly qmp: Qmp,
  ) {
    this.ended = new Promise((done) => child.once('close', () => done()));
  }

  /** It runs when this resolves. Rejects with what QEMU says when it does not take its options. */
  static async start({ program, options, lines: names, limit, time = 'wall' }: MachineOptions): Promise<Machine> {
    // Short: the path of a socket has at most 107 bytes.
    const folder = mkdtempSync(join(tmpdir(), 'guest-'));
    const lines = await Lines.open(folder, [...names, 'qmp']);
    const usual = ['-nodefaults', '-no-user-config', '-display', 'none', '-no-reboot'];
    const emulator = EMULATORS[time];
    const words = [...usual, ...emulator, ...lines.options, '-mon', 'chardev=qmp,mode=control', ...options];
    // It becomes QEMU itself, with the same process id, and the kernel ends it when this process ends in any way.
    const child = spawn('setpriv', ['--pdeathsig', 'KILL', program, ...words], { stdio: ['ignore', 'ignore', 'pipe'] });
    adopt(child);
    const timer = setTimeout(() => child.kill('SIGKILL'), limit);
    child.once('close', () => clearTimeout(timer));
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
    const failed = new Promise<never>((_, fail) => {
      child.once('error', fail);
      child.once('close', () => fail(new Error(`${program} ended: ${errors}`)));
    });
    failed.catch(() => undefined);
    try {
      const up = lines.line('qmp').then((socket) => Qmp.over(socket));
      const machine = new Machine(child, lines, folder, await within(START, program, Promise.race([up, failed])));
      child.stderr.on('data', (text: string) => (machine.errors += text));
      child.once('close', (code, signal) => (machine.errors += `${program} ended: ${signal ?? code}\n`));
      return machine;
    } catch (error) {
      child.kill('SIGKILL');
      await lines.close();
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Time of this machine's processors that it has used so far, s. */
  get seconds(): number {
    // Behind the name, which may hold anything: utime and stime are the fields 14 and 15 (proc(5)), in ticks of 10 ms.
    const fields = readFileSync(`/proc/${this.child.pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  }

  /** What QEMU has complained of since it runs, and how it ended. */
  get complaints(): string {
    return this.errors;
  }

  /** The other end of a character device. */
  line(name: string) {
    return this.lines.line(name);
  }

  async console(name: string): Promise<Console> {
    return new Console(await this.line(name), name);
  }

  /** Ends QEMU like a power cut, and waits for its end. */
  async stop(): Promise<void> {
    if (this.isRunning) {
      this.child.kill('SIGKILL');
      await within(GONE, 'the end of QEMU', this.ended);
    }
    await this.lines.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
