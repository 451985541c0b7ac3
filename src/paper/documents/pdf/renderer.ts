import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { failed, type Result, TaskQueue } from '../../../base/index.js';
import type { IssuedInvoice } from '../../../platform/ledger/index.js';
import { missingFonts } from '../fonts.js';
import type { TurnoverReport } from '../report/describe.js';
import type { SheetContext } from '../sheet/describe.js';
import type { Paper } from '../sheet/sheet.js';
import { type DrawingFailure, DrawingProcess } from './process.js';
import type { PdfJob } from './worker.js';

/**
 * `unavailable`: this installation cannot draw PDFs; `busy`: too many jobs are queued; `stopped`: the box is stopping.
 */
export type PdfFailure = DrawingFailure | 'unavailable' | 'busy' | 'stopped';

interface RendererOptions {
  /** Arguments for Node that start a drawing process; null where its program is not installed. */
  readonly worker: readonly string[] | null;
  readonly fontsPresent: () => boolean;
  /** Limit of queued and current jobs together. */
  readonly maxJobs: number;
  /** Time limit of a job, including the start of the process, ms. */
  readonly limitMs: number;
  /** After this long without a job the process ends and frees its memory, ms. */
  readonly idleMs: number;
}

/**
 * Draws PDFs in a separate process, one at a time, so that sales never wait for one and the box does not need the
 * memory. The process starts with the first job and ends when it has been idle.
 */
export class PdfRenderer {
  readonly #options: RendererOptions;
  readonly #queue = new TaskQueue();
  #process: DrawingProcess | undefined;
  #idle: NodeJS.Timeout | undefined;
  #jobs = 0;
  #stopped = false;

  constructor(options: Partial<RendererOptions> = {}) {
    this.#options = {
      worker: workerArguments(),
      fontsPresent: () => missingFonts().length === 0,
      maxJobs: 64,
      limitMs: 15_000,
      idleMs: 30_000,
      ...options,
    };
  }

  /** True when PDFs can be drawn. */
  get available(): boolean {
    return this.#options.worker !== null && this.#options.fontsPresent();
  }

  /** Number of queued and current jobs. */
  get jobs(): number {
    return this.#jobs;
  }

  /** The PDF of a receipt; the same receipt gives the same bytes. */
  async render(invoice: IssuedInvoice, paper: Paper, context?: SheetContext): Promise<Result<Buffer, PdfFailure>> {
    return this.#make({ invoice, paper, ...(context !== undefined && { context }) });
  }

  /** The PDF of a report. */
  async renderReport(report: TurnoverReport): Promise<Result<Buffer, PdfFailure>> {
    return this.#make({ report });
  }

  async #make(job: PdfJob): Promise<Result<Buffer, PdfFailure>> {
    if (this.#stopped) return failed('stopped');
    const { worker } = this.#options;
    if (worker === null || !this.available) return failed('unavailable');
    if (this.#jobs >= this.#options.maxJobs) return failed('busy');
    this.#jobs += 1;
    try {
      return await this.#queue.run(() => this.#draw(worker, job));
    } finally {
      this.#jobs -= 1;
    }
  }

  /** Process id of the drawing process while there is one. */
  get pid(): number | undefined {
    return this.#process?.alive === true ? this.#process.pid : undefined;
  }

  /** Ends the process at once; current and queued jobs fail with `stopped`. */
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

  /**
   * Sends the request to the running process, or to a new one if that has died, for example because the kernel killed
   * it.
   */
  async #ask(worker: readonly string[], request: Buffer): Promise<Result<Buffer, DrawingFailure>> {
    const { limitMs } = this.#options;
    const running = this.#process;
    if (running?.alive === true) {
      const drawn = await running.ask(request, limitMs);
      if (drawn.ok || drawn.error !== 'crashed' || this.#stopped) return drawn;
    }
    this.#process = new DrawingProcess(worker);
    return this.#process.ask(request, limitMs);
  }

  #isStopped(): boolean {
    return this.#stopped;
  }
}

/**
 * Limit of the worker's heap, MB, so that no receipt makes it use memory that sales need. 500 short lines need less
 * than 24, the longest possible receipt (500 lines with names of 200 characters, 500 payments) less than 48.
 */
const HEAP = '--max-old-space-size=128';

/** The worker is next to the bundle. In a source tree its source runs with the same Node arguments as this process. */
function workerArguments(): string[] | null {
  const bundled = join(__dirname, 'pdf-worker.cjs');
  if (existsSync(bundled)) return [HEAP, bundled];
  const source = join(__dirname, 'worker.ts');
  return existsSync(source) ? [...process.execArgv, HEAP, source] : null;
}
