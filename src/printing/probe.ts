import { drawRandom } from '../base/random.js';
import { failed, ok, type Result } from '../base/result.js';
import type { PrinterFault, ProbeFindings } from '../ledger/job.js';
import { PAPER_STATUS, processIdRequest, TELL_CHANGES, TELL_NOTHING } from './escpos/requests.js';
import type { PrinterAnswer } from './escpos/answers.js';
import type { Link } from './link.js';
import type { Proof } from './printing.js';

/** How long an answer in its turn is waited for, ms: the printer may be finishing something. */
const QUEUED_PATIENCE = 1500;

/**
 * Finds out what a printer can prove, each by its answer. A printer that does not know `GS ( H` may print its ten bytes, so
 * this is done once, when it is set up. One that is in need of something answers in part only, and is not judged by that:
 * the error says what it needs.
 */
export async function probe(link: Link): Promise<Result<ProbeFindings, PrinterFault>> {
  const answers = (request: Uint8Array, kind: PrinterAnswer['kind']) =>
    link.ask(request, (answer) => answer.kind === kind, QUEUED_PATIENCE);
  const seen = await link.look();
  if (seen === 'stalled') return failed('offline');
  if (seen !== null && seen !== 'silent') return failed(seen);
  const queued = await answers(PAPER_STATUS, 'queued-status');
  const told = await answers(TELL_CHANGES, 'automatic-status');
  await link.ask(TELL_NOTHING, () => false, 0);
  const id = `P${drawRandom(2).toString('hex').slice(0, 3)}`;
  const processed = await answers(processIdRequest(id), 'process-id');
  return ok({
    status: seen === null,
    queuedStatus: queued !== undefined,
    processId: processed !== undefined,
    autoStatus: told !== undefined,
  });
}

/** The strongest proof that such a printer can give. */
export function proofOf({ processId, queuedStatus, status }: ProbeFindings): Proof {
  if (processId) return 'process-id';
  if (queuedStatus) return 'queued-status';
  return status ? 'status' : 'none';
}
