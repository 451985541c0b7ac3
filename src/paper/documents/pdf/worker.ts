import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { TaskQueue } from '../../../base/index.js';
import type { IssuedInvoice } from '../../../platform/ledger/index.js';
import { describeReport, type TurnoverReport } from '../report/describe.js';
import { describeSheet, type SheetContext } from '../sheet/describe.js';
import type { Paper } from '../sheet/sheet.js';
import { drawPdf, receiptData } from './draw.js';
import { frame, FrameReader } from './frames.js';

/**
 * The drawing process: a frame of JSON in, a frame of PDF out, until its input ends. It is bundled separately from the
 * box, so that neither has the code of the other in memory. An error here ends the process, which the box treats as the
 * answer.
 */
export type PdfJob =
  | { readonly invoice: IssuedInvoice; readonly paper: Paper; readonly context?: SheetContext }
  | { readonly report: TurnoverReport };

/** Nice value: sales have priority over drawing. */
const PRIORITY = 10;
/** Adds half of all memory to its score: when memory runs out, Linux kills this process and not the box (proc(5)). */
const OOM_SCORE = 500;

setPriority(PRIORITY);
try {
  writeFileSync('/proc/self/oom_score_adj', String(OOM_SCORE));
} catch {
  // Only Linux has this file.
}
const reader = new FrameReader();
const queue = new TaskQueue();
process.stdin.on('data', (chunk: Buffer) => {
  for (const bytes of reader.push(chunk)) void queue.run(() => answer(bytes));
});

function draw(job: PdfJob): Promise<Buffer> {
  if ('report' in job) return drawPdf(describeReport(job.report));
  return drawPdf(describeSheet(job.invoice, job.paper, job.context), receiptData(job.invoice));
}

async function answer(bytes: Buffer): Promise<void> {
  try {
    const job = JSON.parse(bytes.toString()) as PdfJob;
    process.stdout.write(frame(await draw(job)));
  } catch (error) {
    process.stderr.write(
      `kasirbox: cannot draw a PDF: ${error instanceof Error ? (error.stack ?? '') : String(error)}\n`,
    );
    process.exit(1);
  }
}
