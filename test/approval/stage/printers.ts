import { FakePrinter } from '../../kit/printer/core.js';
import { TcpFront } from '../../kit/printer/fronts/tcp.js';
import { DEFAULTS } from '../../kit/printer/options.js';
import { drawPiece } from '../../kit/printer/paper.js';
import { writePng } from '../../kit/printer/png.js';
import { readPiece, type Reading } from '../../kit/printer/reading.js';
import { until } from '../../kit/until.js';
import { Unexpected } from '../answers.js';
import type { Shop } from './shop.js';

const MM_PER_INCH = 25.4;
const DPI = 203;

/** Side of the code on a paper, mm; 0 without a code. */
export function codeMm({ qr }: Reading): number {
  return ((qr?.width ?? 0) / DPI) * MM_PER_INCH;
}

/** States of a job that may still come out, and how long they may last, ms. */
const PENDING = ['queued', 'sending', 'printing', 'blocked'];
const PATIENCE = 30_000;

/** Papers of both widths, drawn row by row, and one in the printer's own letters. */
const MODELS = {
  rolna80: { width: 80, dots: 576, mode: 'raster' },
  rolna58: { width: 58, dots: 384, mode: 'raster' },
  slova80: { width: 80, dots: 576, mode: 'text' },
} as const;

export type PrinterName = keyof typeof MODELS;

/** The papers of the printers in the words of the report. */
export const PAPER_TITLES: Readonly<Record<PrinterName, string>> = {
  rolna80: 'трака од 80 mm',
  rolna58: 'трака од 58 mm',
  slova80: 'трака од 80 mm, словима штампача',
};

interface Job {
  readonly state: string;
  readonly reason: string | null;
}

/** A paper that came out. */
export interface Printed {
  readonly png: Buffer;
  /** Reads the rows and the code, by their look and in dots: some seconds of work. */
  readonly read: () => Reading;
}

/** Printers that a box prints on over the network, whose paper can be looked at. */
export class Printers {
  private constructor(
    private readonly shop: Shop,
    private readonly all: ReadonlyMap<PrinterName, { readonly printer: FakePrinter; readonly front: TcpFront }>,
  ) {}

  /** Starts the printers and sets them in the box; none of them prints automatically. */
  static async start(shop: Shop): Promise<Printers> {
    const all = new Map<PrinterName, { readonly printer: FakePrinter; readonly front: TcpFront }>();
    const settings: object[] = [];
    for (const name of ['rolna80', 'rolna58', 'slova80'] as const) {
      const { width, dots, mode } = MODELS[name];
      const printer = new FakePrinter({ dots, dpi: DPI });
      const front = await TcpFront.start(printer);
      all.set(name, { printer, front });
      const letters = mode === 'text' ? { codePages: 'epson' } : {};
      settings.push({
        name,
        address: `tcp://127.0.0.1:${front.port}`,
        width,
        dpi: DPI,
        dots,
        mode,
        ticket: false,
        ...letters,
      });
    }
    await shop.set('printers', settings);
    return new Printers(shop, all);
  }

  async stop(): Promise<void> {
    for (const { front } of this.all.values()) await front.stop();
  }

  /** How many papers have come out of a printer. */
  count(name: PrinterName): number {
    return this.of(name).pieces.filter(({ end }) => end !== 'open').length;
  }

  /** Waits until more papers than `count` have come out of a printer. */
  untilMore(name: PrinterName, count: number): Promise<void> {
    return until(`a paper of ${name}`, () => this.count(name) > count);
  }

  /** The paper of a receipt that was issued with `print: name`. Throws the state of its job when no paper came out. */
  async paperOf(uuid: string, name: PrinterName = 'rolna80'): Promise<Printed> {
    let job: Job = { state: 'none', reason: null };
    const end = performance.now() + PATIENCE;
    await until(`the paper of ${uuid}`, async () => {
      const { jobs } = await this.shop.get<{ readonly jobs: readonly Job[] }>(`/invoices/${uuid}/print-jobs`);
      job = jobs[0] ?? job;
      return !PENDING.includes(job.state) || performance.now() > end;
    });
    const printed = this.last(name);
    if (job.state !== 'printed' || printed === undefined)
      throw new Unexpected(`${name}: ${job.state} ${job.reason ?? ''}`);
    return printed;
  }

  /** The last whole paper of a printer. */
  last(name: PrinterName): Printed | undefined {
    const piece = this.of(name).pieces.findLast(({ end }) => end !== 'open');
    if (piece === undefined) return undefined;
    const options = { ...DEFAULTS, dots: MODELS[name].dots };
    return { png: writePng(drawPiece(piece, options), DPI), read: () => readPiece(piece, options) };
  }

  private of(name: PrinterName): FakePrinter {
    const found = this.all.get(name);
    if (found === undefined) throw new Error(`no printer ${name}`);
    return found.printer;
  }
}
