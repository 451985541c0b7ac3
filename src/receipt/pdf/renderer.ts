import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { failed, type Result } from '../../base/result.js';
import { Serial } from '../../base/serial.js';
import type { IssuedInvoice } from '../../ledger/invoice.js';
import { fontsPresent } from '../fonts.js';
import type { Paper } from '../sheet/sheet.js';
import { type DrawingFailure, DrawingProcess } from './process.js';
import type { PdfJob } from './worker.js';

/** `unavailable`: this installation cannot draw; `busy`: too many are waiting; `stopped`: the box is stopping. */
export type PdfFailure = DrawingFailure | 'unavailable' | 'busy' | 'stopped';

export interface RendererOptions {
  /** Arguments for Node that start a drawing process; null where its program is not installed. */
  readonly worker: readonly string[] | null;
  readonly fontsPresent: () => boolean;
  /** Jobs that may wait or be drawn at once. */
  readonly maxJobs: number;
  /** For one job, with the start of the process, ms. */
  readonly limitMs: number;
  /** After so long without a job the process ends, and its memory goes back; ms. */
  readonly idleMs: number;
}

/**
 * Draws PDFs in a process of its own, one after the other, so that a sale never waits for one and its memory is not the
 * box's. The process starts with the first job and ends when it has been idle.
 */
export class PdfRenderer {
  readonly #options: RendererOptions;
  readonly #serial = new Serial();
  #process: DrawingProcess | undefined;
  #idle: NodeJS.Timeout | undefined;
  #jobs = 0;
  #stopped = false;

  constructor(options: Partial<RendererOptions> = {}) {
    this.#options = {
      worker: workerArguments(),
      fontsPresent,
      maxJobs: 64,
      limitMs: 15_000,
      idleMs: 30_000,
      ...options,
    };
  }

  /** Whether PDFs can be drawn at all. */
  get available(): boolean {
    return this.#options.worker !== null && this.#options.fontsPresent();
  }

  /** Jobs that wait or are drawn. */
  get jobs(): number {
    return this.#jobs;
  }

  /** The PDF of a receipt; the same receipt gives the same bytes. */
  async render(invoice: IssuedInvoice, paper: Paper): Promise<Result<Buffer, PdfFailure>> {
    if (this.#stopped) return failed('stopped');
    const { worker } = this.#options;
    if (worker === null || !this.available) return failed('unavailable');
    if (this.#jobs >= this.#options.maxJobs) return failed('busy');
    this.#jobs += 1;
    try {
      return await this.#serial.run(() => this.#draw(worker, { invoice, paper }));
    } finally {
      this.#jobs -= 1;
    }
  }

  /** Process id of the drawing process while there is one. */
  get pid(): number | undefined {
    return this.#process?.alive === true ? this.#process.pid : undefined;
  }

  /** Ends the process at once; the job that it draws and those that wait fail as `stopped`. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#idle);
    this.#process?.kill();
  }

  async #draw(worker: readonly string[], job: PdfJob): Promise<Result<Buffer, PdfFailure>> {
    if (this.#stopped) return failed('stopped');
    clearTimeout(this.#idle);
    const drawn = await this.#ask(worker, Buffer.from(JSON.stringify(job)));
    if (this.#isStopped()) return failed('stopped');
    this.#idle = setTimeout(() => this.#process?.end(), this.#options.idleMs);
    this.#idle.unref();
    return drawn;
  }

  /** Asks the process that is there; when it turns out to be dead, as one that the kernel has killed, a new one. */
  async #ask(worker: readonly string[], question: Buffer): Promise<Result<Buffer, DrawingFailure>> {
    const { limitMs } = this.#options;
    const standing = this.#process;
    if (standing?.alive === true) {
      const drawn = await standing.ask(question, limitMs);
      if (drawn.ok || drawn.error !== 'crashed' || this.#stopped) return drawn;
    }
    this.#process = new DrawingProcess(worker);
    return this.#process.ask(question, limitMs);
  }

  #isStopped(): boolean {
    return this.#stopped;
  }
}

/**
 * Bound of the worker's heap, MB, so that no receipt makes it take the memory that sales need. 500 short lines are drawn
 * within 24, the longest receipt there can be (500 lines with names of 200 signs, 500 payments) within 48.
 */
const HEAP = '--max-old-space-size=128';

/** The worker lies beside the bundle; in a source tree it is its own source, run by whatever runs this one. */
function workerArguments(): string[] | null {
  const bundled = join(__dirname, 'pdf-worker.cjs');
  if (existsSync(bundled)) return [HEAP, bundled];
  const source = join(__dirname, 'worker.ts');
  return existsSync(source) ? [...process.execArgv, HEAP, source] : null;
}
