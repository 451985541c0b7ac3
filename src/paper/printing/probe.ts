import { secureRandom, failed, ok, type Result } from '../../base/index.js';
import type { PrinterFault, ProbeFindings } from '../../platform/ledger/index.js';
import { PAPER_STATUS, processIdRequest, REPORT_CHANGES, REPORT_NOTHING } from './escpos/commands.js';
import type { PrinterAnswer } from './escpos/printerAnswers.js';
import type { EscPosChannel } from './escPosChannel.js';
import type { Proof } from './port.js';

/** Timeout of a queued answer, ms: the printer may be finishing something. */
const QUEUED_TIMEOUT = 1500;

/**
 * Probes which evidence a printer can give. A printer that does not know `GS ( H` may print its ten bytes, so a printer
 * is probed once, when it is set up. A printer with a fault answers only some requests and cannot be judged; the error
 * is the fault.
 */
export async function probe(channel: EscPosChannel): Promise<Result<ProbeFindings, PrinterFault>> {
  const answers = (request: Uint8Array, kind: PrinterAnswer['kind']) =>
    channel.ask(request, (answer) => answer.kind === kind, QUEUED_TIMEOUT);
  const status = await channel.queryStatus();
  if (status === 'stalled') return failed('offline');
  if (status !== null && status !== 'silent') return failed(status);
  const queued = await answers(PAPER_STATUS, 'queued-status');
  const reported = await answers(REPORT_CHANGES, 'automatic-status');
  await channel.ask(REPORT_NOTHING, () => false, 0);
  const id = `P${secureRandom(2).toString('hex').slice(0, 3)}`;
  const processed = await answers(processIdRequest(id), 'process-id');
  return ok({
    status: status === null,
    queuedStatus: queued !== undefined,
    processId: processed !== undefined,
    autoStatus: reported !== undefined,
  });
}

/** The strongest proof that such a printer can give. */
export function proofOf({ processId, queuedStatus, status }: ProbeFindings): Proof {
  if (processId) return 'process-id';
  if (queuedStatus) return 'queued-status';
  return status ? 'status' : 'none';
}
