import { assertNever, type Clock } from '../../base/index.js';
import type { JobReason, PrinterFault } from '../../platform/ledger/index.js';
import type { PrinterAnswer } from './escpos/printerAnswers.js';
import type { EncodedSlip } from './escpos/encode.js';
import { PAPER_STATUS, REPORT_CHANGES, REPORT_NOTHING } from './escpos/commands.js';
import { StatusMonitor, type StatusMonitorDeps } from './statusMonitor.js';
import { type Acknowledgements, acknowledgementsFor } from './acknowledgements.js';
import type { Proof } from './port.js';
import { proofOf } from './probe.js';

/** The outcome of a slip of which bytes were sent. */
export type SlipOutcome =
  | { readonly state: 'printed' | 'unconfirmed'; readonly reason: null }
  | { readonly state: 'unknown'; readonly reason: JobReason };

interface SendDeps extends StatusMonitorDeps {
  readonly clock: Clock;
  /** Called before the first byte is sent. */
  readonly onBegin: () => void;
}

/** Speed of the slowest printers, mm of paper a second, and the time that they may need to warm up and to cut, ms. */
const SLOWEST = 25;
const GRACE = 5000;
/**
 * Chunks that may be sent before the first is acknowledged: enough that no printer has to wait, few enough to fit its
 * buffer.
 */
const WINDOW = 2;

/**
 * Consecutive polls without an answer after which a slip counts as torn. Ids reveal any loss by themselves. Answers to
 * `GS r` can be counted, but not distinguished from noise; no working printer is silent for some five seconds. Where
 * polls are the only proof, the printer may have been without power at any single unanswered one.
 */
const MAX_SILENT_POLLS: Readonly<Record<Proof, number>> = {
  'process-id': Infinity,
  'queued-status': 5,
  status: 1,
  none: Infinity,
};

const PRINTED: SlipOutcome = { state: 'printed', reason: null };

/**
 * Sends a slip and waits for its proof. The outcome is `printed` only when every chunk is proven: a printer that lost
 * power for a moment has lost its buffered data, and would answer for the rest as if nothing had happened.
 */
export async function sendSlip(slip: EncodedSlip, deps: SendDeps): Promise<SlipOutcome> {
  const proof = proofOf(deps.findings);
  const monitor = new StatusMonitor(deps, MAX_SILENT_POLLS[proof]);
  const acknowledgements = acknowledgementsFor(proof, deps.channel);
  try {
    return (
      (await sendChunks(slip, acknowledgements, monitor, deps)) ??
      (await prove(proof, slip, acknowledgements, monitor, deps))
    );
  } finally {
    acknowledgements.end();
    monitor.end();
  }
}

/** Sends all chunks; undefined when all bytes have been sent to the printer. */
async function sendChunks(
  slip: EncodedSlip,
  acknowledgements: Acknowledgements,
  monitor: StatusMonitor,
  deps: SendDeps,
): Promise<SlipOutcome | undefined> {
  const { autoStatus } = deps.findings;
  for (const { chunk, index, isLast } of withEnd(slip.stream())) {
    // `initialise` in the first chunk ends automatic status, so it is requested after it.
    const bytes = [
      ...(index === 1 && autoStatus ? [REPORT_CHANGES] : []),
      chunk,
      ...(isLast && autoStatus ? [REPORT_NOTHING] : []),
      acknowledgements.nextRequest(),
    ];
    if (index === 0) deps.onBegin();
    const sent = await deps.channel.write(Buffer.concat(bytes), deps.signal, () => monitor.noteStall());
    if (!sent.ok) return lost(deps, monitor.fault);
    // On a slow serial port a request would wait behind the chunk, and seem unanswered.
    if (acknowledgements.needsPolling) await deps.channel.drain(deps.signal);
    const end = isLast ? undefined : await waitForWindow(acknowledgements, WINDOW, slip, monitor, deps);
    if (end !== undefined) return end;
  }
  return undefined;
}

/**
 * Chunks with their positions. Each is drawn after the previous one was sent, except the second, since the last must be
 * known as such.
 */
function* withEnd(
  chunks: Iterable<Buffer>,
): Generator<{ readonly chunk: Buffer; readonly index: number; readonly isLast: boolean }> {
  let before: Buffer | undefined;
  let index = 0;
  for (const chunk of chunks) {
    if (before !== undefined) yield { chunk: before, index: index++, isLast: false };
    before = chunk;
  }
  if (before !== undefined) yield { chunk: before, index, isLast: true };
}

/**
 * Waits until fewer than `window` chunks are unproven, and polls the printer meanwhile. Only time without a fault
 * counts, since changing the paper may take long. Undefined when sending may continue.
 */
async function waitForWindow(
  acknowledgements: Acknowledgements,
  window: number,
  slip: EncodedSlip,
  monitor: StatusMonitor,
  deps: SendDeps,
): Promise<SlipOutcome | undefined> {
  const { channel, signal, clock } = deps;
  let open = acknowledgements.open;
  for (let well = 0; ;) {
    if (acknowledgements.isTorn || monitor.isTorn) return torn(monitor);
    if (acknowledgements.open < open) well = 0;
    open = acknowledgements.open;
    if (open < window && (!acknowledgements.needsPolling || (await monitor.checkStatus()))) return undefined;
    if (signal.aborted || channel.isGone) return lost(deps, monitor.fault);
    const before = clock.monotonic();
    if (await monitor.pause(acknowledgements)) {
      monitor.noteProgress();
      continue;
    }
    if (await monitor.checkStatus()) well += clock.monotonic() - before;
    if (well > 0 && well > allowedFor(slip.height)) return { state: 'unknown', reason: 'silent' };
  }
}

async function prove(
  proof: Proof,
  slip: EncodedSlip,
  acknowledgements: Acknowledgements,
  monitor: StatusMonitor,
  deps: SendDeps,
): Promise<SlipOutcome> {
  switch (proof) {
    case 'process-id':
      return (await waitForWindow(acknowledgements, 1, slip, monitor, deps)) ?? PRINTED;
    case 'queued-status':
      return (await waitForWindow(acknowledgements, 1, slip, monitor, deps)) ?? confirm(deps);
    case 'status':
      return watchUntilPrinted(slip.height, acknowledgements, monitor, deps);
    case 'none': {
      const drained = await deps.channel.drain(deps.signal);
      return drained.ok ? { state: 'unconfirmed', reason: null } : lost(deps, monitor.fault);
    }
    default:
      return assertNever(proof);
  }
}

/**
 * A serial port that loses its power may deliver a zero, which looks like an answer to `GS r`. So the printer must
 * answer once more.
 */
async function confirm({ channel, findings }: SendDeps): Promise<SlipOutcome> {
  const seen = findings.status
    ? await channel.queryStatus()
    : await channel.ask(PAPER_STATUS, ({ kind }: PrinterAnswer) => kind === 'queued-status');
  const isThere = seen !== undefined && seen !== 'silent' && seen !== 'stalled';
  return isThere ? PRINTED : { state: 'unknown', reason: 'silent' };
}

/** Printed when no poll reported a fault, for as long as the slowest printer needs for the slip. */
async function watchUntilPrinted(
  height: number,
  acknowledgements: Acknowledgements,
  monitor: StatusMonitor,
  deps: SendDeps,
): Promise<SlipOutcome> {
  const { channel, signal, clock } = deps;
  for (let well = 0; well < allowedFor(height);) {
    const before = clock.monotonic();
    await monitor.pause(acknowledgements);
    const isWell = await monitor.checkStatus();
    if (monitor.isTorn) return torn(monitor);
    if (signal.aborted || channel.isGone) return lost(deps, monitor.fault);
    well = isWell ? well + clock.monotonic() - before : 0;
  }
  return PRINTED;
}

/** How long a slip of this height, mm, may take, ms. */
function allowedFor(height: number): number {
  return (height / SLOWEST) * 1000 + GRACE;
}

function torn({ fault }: StatusMonitor): SlipOutcome {
  return { state: 'unknown', reason: fault ?? 'lost' };
}

/** The connection was lost, or the box no longer waits. A known fault of the printer is the better reason. */
function lost({ channel, signal }: SendDeps, fault: PrinterFault | null): SlipOutcome {
  const isAborted = signal.aborted && !channel.isGone;
  return { state: 'unknown', reason: fault ?? (isAborted ? 'age' : 'lost') };
}
