import type { Log } from '../base/log.js';
import type { PrintJob, ProbeFindings } from '../ledger/job.js';
import type { Ledger } from '../ledger/ledger.js';
import { type EncodedSlip, encodeSlip } from '../printing/escpos/encode.js';
import type { PrinterSetting } from '../settings/printers.js';
import { slipOf } from './slip.js';
import { testSlip } from './testslip.js';
import { TORN } from './slipwords.js';

/** The slip of a job as bytes for its printer; undefined when its receipt is not there or cannot be drawn: the log says why. */
export async function drawJob(
  { ledger, log }: { readonly ledger: Ledger; readonly log: Log },
  job: PrintJob,
  printer: PrinterSetting,
): Promise<EncodedSlip | undefined> {
  try {
    const invoice = await ledger.invoice(job.uuid);
    return invoice && encodeSlip(slipOf(invoice, job), printer);
  } catch (error) {
    log('print.undrawn', { job: job.id, uuid: job.uuid, error: String(error) });
    return undefined;
  }
}

/** Says on the paper of a slip that was torn off that it is no receipt. */
export function mendPaper(printer: PrinterSetting): readonly Uint8Array[] {
  return encodeSlip({ parts: TORN }, printer).chunks;
}

/** A slip by which a person judges a printer. */
export function drawTest(printer: PrinterSetting, findings: ProbeFindings): EncodedSlip {
  return encodeSlip(testSlip({ printer, findings }), printer);
}
