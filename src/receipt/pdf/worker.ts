import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { Serial } from '../../base/serial.js';
import type { IssuedInvoice } from '../../ledger/invoice.js';
import { describeSheet } from '../sheet/describe.js';
import type { Paper } from '../sheet/sheet.js';
import { drawPdf } from './draw.js';
import { frame, FrameReader } from './frames.js';

/**
 * The drawing process: a frame of JSON in, a frame of PDF out, until its input ends. It is bundled apart from the box,
 * so that neither holds the code of the other in memory. What goes wrong here ends the process, which is an answer too.
 */
export interface PdfJob {
  readonly invoice: IssuedInvoice;
  readonly paper: Paper;
}

/** Selling goes before drawing. */
const PRIORITY = 10;
/** Half of all memory more than it has: where memory runs out, Linux kills the drawing and not the till (proc(5)). */
const OOM_SCORE = 500;

setPriority(PRIORITY);
try {
  writeFileSync('/proc/self/oom_score_adj', String(OOM_SCORE));
} catch {
  // Elsewhere than on Linux there is no such file, and drawing goes without.
}
const reader = new FrameReader();
const serial = new Serial();
process.stdin.on('data', (chunk: Buffer) => {
  for (const bytes of reader.push(chunk)) void serial.run(() => answer(bytes));
});

async function answer(bytes: Buffer): Promise<void> {
  try {
    const { invoice, paper } = JSON.parse(bytes.toString()) as PdfJob;
    process.stdout.write(frame(await drawPdf(describeSheet(invoice, paper))));
  } catch (error) {
    process.stderr.write(
      `kasirbox: cannot draw a PDF: ${error instanceof Error ? (error.stack ?? '') : String(error)}\n`,
    );
    process.exit(1);
  }
}
