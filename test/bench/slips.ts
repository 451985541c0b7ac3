import type { IssuedInvoice } from '../../src/platform/ledger/invoice.js';
import { encodeSlip, type EncodedSlip } from '../../src/paper/printing/escpos/encode.js';
import { qrCodeOf } from '../../src/paper/journal/qrCode.js';
import { receiptSlip } from '../../src/paper/slips/receipt.js';
import { paperOf, printer } from '../paper/printing/escpos/paper.js';
import { draft, line } from '../paper/journal/drafts.js';
import { issued } from '../paper/journal/invoices.js';
import type { Bench } from './bench.js';
import { count, judged, median, ms, quantile, type Row, sum, times } from './figures.js';

/** Lines of the receipt, and characters of its link. */
const LINES = 30;
const LINK = 866;
const WARM_UP = 20;
const REACH = { time: 25, raster: 60 * 1024, text: 22 * 1024 } as const;

/** A short receipt of a shop, with as long a link as real ones have. */
function shortReceipt(): IssuedInvoice {
  const goods = [line('Бурек са сиром', 'Ђ', 180, 2), line('Јогурт 0,5 л', 'Ђ', 89.99)];
  const invoice = issued(draft('Normal', 'Sale', goods));
  const { journal, verificationUrl } = invoice.signature;
  const lines = journal.split('\r\n').length - 1;
  if (lines !== LINES) throw new Error(`a receipt of ${lines} lines`);
  return { ...invoice, signature: { ...invoice.signature, verificationUrl: verificationUrl.padEnd(LINK, 'A') } };
}

function bytesOf({ chunks }: EncodedSlip): number {
  return sum(chunks.map(({ length }) => length));
}

/** A receipt made into bytes for an 80 mm printer, against making its QR code alone and against the bare picture of the same paper. */
export async function slipRows(bench: Bench): Promise<Row[]> {
  bench.say('slips of 80 mm');
  const invoice = shortReceipt();
  const encoded = (mode: 'raster' | 'text'): EncodedSlip =>
    encodeSlip(receiptSlip(invoice, { repeat: false }), printer({ mode }));
  const [drawn, letters] = [encoded('raster'), encoded('text')];
  const bare = paperOf(drawn.chunks, 576).bytes;
  const took = { raster: [] as number[], text: [] as number[], bare: [] as number[] };
  for (let round = 0; round < WARM_UP + bench.size({ full: 300, quick: 60 }); round += 1) {
    const figures = [
      timed(() => encoded('raster')),
      timed(() => encoded('text')),
      timed(() => qrCodeOf(invoice.signature.verificationUrl)),
    ] as const;
    if (round < WARM_UP) continue;
    took.raster.push(figures[0]);
    took.text.push(figures[1]);
    took.bare.push(figures[2]);
  }
  const row = (mode: 'raster' | 'text', slip: EncodedSlip): Row[] => {
    const [time, bytes] = [median(took[mode]), bytesOf(slip)];
    const what = `slip of ${LINES} lines with its code, ${mode === 'raster' ? 'raster' : 'text with the code as raster'}, 80 mm`;
    return [
      {
        what: `${what}, to bytes, median`,
        reach: `≤ ${REACH.time} ms`,
        reached: judged(`${ms(time)} (${times(time / median(took.bare))})`, time <= REACH.time),
        bare: `${ms(median(took.bare))}, the code alone`,
        note: `the code is of ${LINK} characters; p99 ${ms(quantile(took[mode], 0.99))}`,
      },
      {
        what: `${what}, bytes`,
        reach: `≤ ${REACH[mode] / 1024} KiB`,
        reached: judged(`${count(bytes)} (${times(bytes / bare.length)})`, bytes <= REACH[mode]),
        bare: `${count(bare.length)}, its picture as dots`,
        note: `${slip.chunks.length} chunks, ${slip.height.toFixed(0)} mm of paper`,
      },
    ];
  };
  return [...row('raster', drawn), ...row('text', letters)];
}

function timed(work: () => unknown): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}
