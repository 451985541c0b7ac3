import { encodeSlip } from '../../../../src/paper/printing/escpos/encode.js';
import type { Ledger } from '../../../../src/platform/ledger/ledger.js';
import { receiptSlip } from '../../../../src/paper/slips/receipt.js';
import type { PrinterSetting } from '../../../../src/shop/settings/printers.js';
import { FakePrinter } from '../../../kit/printer/core.js';
import { TcpFront } from '../../../kit/printer/fronts/tcp.js';
import { drawPiece } from '../../../kit/printer/paper.js';
import type { Piece, PrinterOptions } from '../../../kit/printer/types.js';

/** A whole receipt by its running number, `7`; `7 again` when it says that it is a repeat; `scrap` is all other paper. */
export type Paper = string;

/** GS ( H, function 48, with an id as a probe has it: those of slips begin with another letter. */
const PROBE = '\x1d(H\x06\x0000P';

/** More receipts than any scene has. */
const MANY = 2000;

/** A printer of a scene: on a port of 127.0.0.1, with what came out of it. */
export class Station {
  private front: TcpFront | undefined;
  private readonly port: number;
  private readonly taken: Buffer[] = [];

  private constructor(
    readonly printer: FakePrinter,
    front: TcpFront,
    private readonly name: string,
    private change: Partial<PrinterSetting>,
  ) {
    this.front = front;
    this.port = front.port;
    const take = printer.take.bind(printer);
    printer.take = (bytes) => {
      const length = take(bytes);
      this.taken.push(Buffer.from(bytes.subarray(0, length)));
      return length;
    };
  }

  /** Bytes that it has received so far. */
  get received(): number {
    return this.taken.reduce((sum, { length }) => sum + length, 0);
  }

  /** How often it was probed. */
  get probes(): number {
    return Buffer.concat(this.taken).toString('latin1').split(PROBE).length - 1;
  }

  /** Other settings from now on. */
  alter(change: Partial<PrinterSetting>): void {
    this.change = { ...this.change, ...change };
  }

  static async start(
    name: string,
    options: Partial<PrinterOptions>,
    setting: Partial<PrinterSetting>,
  ): Promise<Station> {
    const printer = new FakePrinter(options);
    return new Station(printer, await TcpFront.start(printer), name, setting);
  }

  /** Set to print every new receipt, and nothing else by itself. */
  get setting(): PrinterSetting {
    const { dots, dpi } = this.printer.options;
    return {
      name: this.name,
      address: `tcp://127.0.0.1:${this.port}`,
      width: dots === 384 ? 58 : 80,
      dpi,
      mode: 'raster',
      autoPrint: true,
      ticket: false,
      ...this.change,
    };
  }

  /** Pulls its cable: the address has no listener any more. */
  async unplug(): Promise<void> {
    await this.front?.stop();
    this.front = undefined;
  }

  async plug(): Promise<void> {
    this.front = await TcpFront.start(this.printer, this.port);
  }

  stop(): Promise<void> {
    return this.unplug();
  }

  /** All paper, the oldest first, recognised by what an undisturbed printer makes of the receipts in the ledger. */
  async papers(ledger: Ledger, setting = this.setting): Promise<Paper[]> {
    const known = new Map<string, string>();
    const invoices = await ledger.invoices({ environment: 'sandbox', skip: 0, limit: MANY });
    for (const invoice of invoices) {
      for (const repeat of [false, true]) {
        const { chunks } = encodeSlip(receiptSlip(invoice, { repeat }), setting);
        const [piece] = this.undisturbed(chunks);
        const name = `${invoice.signature.totalCounter}${repeat ? ' again' : ''}`;
        if (piece !== undefined) known.set(this.look(piece), name);
      }
    }
    return this.printer.pieces.map((piece) => known.get(this.look(piece)) ?? 'scrap');
  }

  private undisturbed(chunks: readonly Buffer[]): readonly Piece[] {
    const printer = new FakePrinter({ ...this.printer.options, bufferBytes: 65_536, mmPerSecond: Infinity });
    for (const chunk of chunks) printer.take(chunk);
    return printer.pieces;
  }

  private look(piece: Piece): string {
    const { width, dots } = drawPiece(piece, this.printer.options);
    return `${width} ${Buffer.from(dots).toString('latin1')}`;
  }
}
