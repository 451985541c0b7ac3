import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { Front, PrinterEnd } from './device.js';

/** Bytes that may be between the terminal and the printer: the FIFO of an adapter. */
const FIFO = 256;

/**
 * A serial port with a printer: a pseudo terminal, whose other side a small program holds (pty.py). A printer that is off
 * falls silent and swallows bytes; only {@link unplug} makes the port vanish, as an adapter on USB does.
 */
export class PtyFront implements Front {
  private held: Buffer = Buffer.alloc(0);
  /** Bytes granted that have not come yet. */
  private granted = 0;
  /** Bytes that have come, whatever became of them. */
  arrived = 0;

  private constructor(
    private readonly printer: PrinterEnd,
    private readonly child: ChildProcess,
    private readonly pipes: { readonly answers: Writable; readonly grants: Writable; readonly reports: Readable },
    bytes: Readable,
    /** Of the terminal, as /dev/pts/3. */
    readonly path: string,
  ) {
    bytes.on('data', (some: Buffer) => {
      this.granted -= some.length;
      this.arrived += some.length;
      this.held = Buffer.concat([this.held, some]);
      this.pump();
    });
    printer.onRoom = () => this.pump();
    printer.onAnswer = (some) => pipes.answers.write(some);
    printer.onPower = () => this.pump();
    this.pump();
  }

  static async start(printer: PrinterEnd): Promise<PtyFront> {
    const child = spawn('python3', [join(import.meta.dirname, 'pty.py')], {
      stdio: ['pipe', 'pipe', 'inherit', 'pipe', 'pipe'],
    });
    const [answers, bytes, , grants, reports] = child.stdio as unknown as [
      Writable,
      Readable,
      null,
      Writable,
      Readable,
    ];
    // A port that was unplugged takes nothing more.
    for (const pipe of [answers, grants]) pipe.on('error', () => undefined);
    const [path] = (await once(bytes, 'data')) as [Buffer];
    return new PtyFront(printer, child, { answers, grants, reports }, bytes, path.toString().trim());
  }

  get isQuiet(): boolean {
    return this.pipes.answers.writableLength === 0 && this.pipes.grants.writableLength === 0;
  }

  get isConnected(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Are there bytes for which the printer has no room? */
  get isHeldUp(): boolean {
    return this.held.length > 0;
  }

  /** Bytes that the kernel holds: those that may pass to the printer, and those that the box has not read. */
  async underWay(): Promise<{ readonly toPrinter: number; readonly toBox: number }> {
    const { grants, reports } = this.pipes;
    const gone = new AbortController();
    const hangUp = (): void => gone.abort();
    this.child.once('exit', hangUp);
    try {
      if (!this.isConnected) return { toPrinter: 0, toBox: 0 };
      grants.write('?\n');
      const [report] = (await once(reports, 'data', { signal: gone.signal })) as [Buffer];
      const [toPrinter = 0, toBox = 0] = report.toString().split(' ').map(Number);
      return { toPrinter, toBox };
    } catch (error) {
      if (gone.signal.aborted) return { toPrinter: 0, toBox: 0 };
      throw error;
    } finally {
      this.child.off('exit', hangUp);
    }
  }

  /** Pulls the adapter: the port hangs up. */
  async unplug(): Promise<void> {
    if (!this.isConnected) return;
    const ended = once(this.child, 'close');
    this.child.kill('SIGKILL');
    await ended;
  }

  stop(): Promise<void> {
    return this.unplug();
  }

  /** Bytes to a printer without power are lost. */
  private swallow(): void {
    if (!this.printer.isOn) this.held = Buffer.alloc(0);
  }

  private pump(): void {
    this.swallow();
    const offered = this.held;
    const taken = offered.length === 0 ? 0 : this.printer.take(offered);
    if (this.held === offered) this.held = offered.subarray(taken);
    // It may have been switched off at one of these bytes.
    this.swallow();
    const room = FIFO - this.held.length - this.granted;
    if (room <= 0) return;
    this.granted += room;
    this.pipes.grants.write(`${room}\n`);
  }
}
