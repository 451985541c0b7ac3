import type { IssuedInvoice } from '../../../../src/platform/ledger/invoice.js';
import { type EncodedSlip, encodeSlip } from '../../../../src/paper/printing/escpos/encode.js';
import { REPEAT, type SlipPart, TORN_SLIP_ENDING } from '../../../../src/paper/slips/slip.js';
import { receiptSlip } from '../../../../src/paper/slips/receipt.js';
import type { PrinterSetting } from '../../../../src/shop/settings/printers.js';
import { FakePrinter } from '../../../kit/printer/core.js';
import { type Row, rowsOf } from './paper.js';

export type SlipSize = 'small' | 'full';

/** What a paper is of. */
export interface Title {
  /** Number of the receipt in its case. */
  readonly receipt: number;
  readonly repeat: boolean;
}

/** A slip as it is sent, and as an undisturbed printer prints it. */
export interface Model extends Title {
  readonly slip: EncodedSlip;
  readonly rows: readonly Row[];
}

/** Few letters: each case has all offsets of it. */
function smallParts({ receipt, repeat }: Title): SlipPart[] {
  const text: SlipPart = { kind: 'text', rows: [`Рачун ${receipt}`, `Ћуприја ${receipt}`] };
  return repeat ? [...REPEAT, text, ...REPEAT] : [text];
}

/** Draws the slips of a printer, each once. */
export class Slips {
  private readonly models = new Map<string, Model>();
  readonly mend: readonly Uint8Array[];

  constructor(
    private readonly setting: PrinterSetting,
    private readonly size: SlipSize,
    private readonly receipts: readonly IssuedInvoice[],
  ) {
    this.mend = encodeSlip({ parts: TORN_SLIP_ENDING }, setting).chunks;
  }

  of(title: Title): Model {
    const name = `${title.receipt} ${title.repeat}`;
    const known = this.models.get(name);
    if (known !== undefined) return known;
    const slip = encodeSlip(this.drawn(title), this.setting);
    const model = { ...title, slip, rows: printedRows(slip.chunks) };
    this.models.set(name, model);
    return model;
  }

  all(): Model[] {
    return this.receipts.flatMap((_, receipt) => [
      this.of({ receipt, repeat: true }),
      this.of({ receipt, repeat: false }),
    ]);
  }

  private drawn(title: Title): ReturnType<typeof receiptSlip> {
    if (this.size === 'small') return { parts: smallParts(title) };
    const receipt = this.receipts[title.receipt];
    if (receipt === undefined) throw new RangeError('no such receipt');
    return receiptSlip(receipt, title);
  }
}

/** What an undisturbed printer prints for these bytes, on one piece. */
export function printedRows(chunks: readonly Uint8Array[]): Row[] {
  const printer = new FakePrinter({ dots: 384, bufferBytes: 65_536 });
  for (const chunk of chunks) printer.take(chunk);
  const [piece, ...others] = printer.pieces;
  if (piece === undefined || others.length > 0 || printer.errors.length > 0) {
    throw new Error(`a slip of ${printer.pieces.length} pieces: ${printer.errors.join(', ')}`);
  }
  return rowsOf(piece);
}
