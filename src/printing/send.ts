import type { Clock } from '../base/clock.js';
import { never } from '../base/result.js';
import type { JobReason, PrinterFault, ProbeFindings } from '../ledger/job.js';
import type { PrinterAnswer } from './escpos/answers.js';
import type { EncodedSlip } from './escpos/encode.js';
import { PAPER_STATUS, TELL_CHANGES, TELL_NOTHING } from './escpos/requests.js';
import type { Link } from './link.js';
import { Lookout } from './lookout.js';
import { type Marks, marksFor } from './marks.js';
import type { Proof } from './printing.js';
import { proofOf } from './probe.js';

/** How a slip ended of which bytes have left. */
export type SlipOutcome =
  | { readonly state: 'printed' | 'unconfirmed'; readonly reason: null }
  | { readonly state: 'unknown'; readonly reason: JobReason };

export interface SendParts {
  readonly link: Link;
  readonly clock: Clock;
  readonly findings: ProbeFindings;
  /** Told when the printer holds the slip up, and with null when it goes on. */
  readonly onFault: (fault: PrinterFault | null) => void;
  /** Ends the waiting for a printer that does not go on. */
  readonly signal: AbortSignal;
}

/** The slowest printers that are met, mm of paper a second, and what they may need beside: to warm up, to cut, ms. */
const SLOWEST = 25;
const GRACE = 5000;
/** Chunks that may be on their way unproven: enough that no printer waits, and few enough to fit its buffer. */
const WINDOW = 2;

/**
 * Looks in a row that may be without an answer. Ids tell by themselves whether anything was lost. Answers to `GS r` can be
 * counted, but not told from noise; no printer at work is silent for some five seconds. Where looks are all the proof, one
 * that was missed may have been a printer without power.
 */
const MAY_MISS: Readonly<Record<Proof, number>> = {
  'process-id': Infinity,
  'queued-status': 5,
  status: 1,
  none: Infinity,
};

const PRINTED: SlipOutcome = { state: 'printed', reason: null };

/**
 * Sends a slip and waits for what proves it. It says `printed` only when the printer has said so of every chunk: one that
 * was off for a moment has lost what it held, and would answer for the rest as if nothing had been.
 */
export async function sendSlip(slip: EncodedSlip, parts: SendParts): Promise<SlipOutcome> {
  const proof = proofOf(parts.findings);
  const lookout = new Lookout(parts, MAY_MISS[proof]);
  const marks = marksFor(proof, parts.link);
  try {
    return (await sendChunks(slip, marks, lookout, parts)) ?? (await prove(proof, slip, marks, lookout, parts));
  } finally {
    marks.end();
    lookout.end();
  }
}

/** Undefined when all bytes are with the printer, or on their way to it. */
async function sendChunks(
  { chunks, height }: EncodedSlip,
  marks: Marks,
  lookout: Lookout,
  parts: SendParts,
): Promise<SlipOutcome | undefined> {
  const { autoStatus } = parts.findings;
  for (const [index, chunk] of chunks.entries()) {
    const isLast = index === chunks.length - 1;
    // `initialise` in the first chunk takes back what the printer was asked to tell.
    const bytes = [
      ...(index === 1 && autoStatus ? [TELL_CHANGES] : []),
      chunk,
      ...(isLast && autoStatus ? [TELL_NOTHING] : []),
      marks.next(),
    ];
    const sent = await parts.link.write(Buffer.concat(bytes), parts.signal, () => lookout.isHeldUp());
    if (!sent.ok) return lost(parts, lookout.fault);
    // A question that has to wait behind the chunk on a slow line would seem to be without an answer.
    if (marks.needsLook) await parts.link.drain(parts.signal);
    const end = isLast ? undefined : await proceed(marks, WINDOW, height, lookout, parts);
    if (end !== undefined) return end;
  }
  return undefined;
}

/**
 * Waits until fewer than so many chunks are unproven, and looks at the printer meanwhile. Time counts only while it is
 * well: paper may be changed at leisure. Undefined when the slip may go on.
 */
async function proceed(
  marks: Marks,
  window: number,
  height: number,
  lookout: Lookout,
  parts: SendParts,
): Promise<SlipOutcome | undefined> {
  const { link, signal, clock } = parts;
  let open = marks.open;
  for (let well = 0; ;) {
    if (marks.isTorn || lookout.isTorn) return torn(lookout);
    if (marks.open < open) well = 0;
    open = marks.open;
    if (open < window && (!marks.needsLook || (await lookout.isWell()))) return undefined;
    if (signal.aborted || link.isGone) return lost(parts, lookout.fault);
    const before = clock.monotonic();
    if (await lookout.pause(marks)) {
      lookout.hasMoved();
      continue;
    }
    if (await lookout.isWell()) well += clock.monotonic() - before;
    if (well > allowedFor(height)) return { state: 'unknown', reason: 'silent' };
  }
}

async function prove(
  proof: Proof,
  { height }: EncodedSlip,
  marks: Marks,
  lookout: Lookout,
  parts: SendParts,
): Promise<SlipOutcome> {
  switch (proof) {
    case 'process-id':
      return (await proceed(marks, 1, height, lookout, parts)) ?? PRINTED;
    case 'queued-status':
      return (await proceed(marks, 1, height, lookout, parts)) ?? confirm(parts);
    case 'status':
      return watch(height, marks, lookout, parts);
    case 'none': {
      const drained = await parts.link.drain(parts.signal);
      return drained.ok ? { state: 'unconfirmed', reason: null } : lost(parts, lookout.fault);
    }
    default:
      return never(proof);
  }
}

/**
 * A serial line that loses its power may bring a zero, which is what an answer to `GS r` looks like: the printer is to show
 * that it is still there.
 */
async function confirm({ link, findings }: SendParts): Promise<SlipOutcome> {
  const seen = findings.status
    ? await link.look()
    : await link.ask(PAPER_STATUS, ({ kind }: PrinterAnswer) => kind === 'queued-status');
  const isThere = seen !== undefined && seen !== 'silent' && seen !== 'stalled';
  return isThere ? PRINTED : { state: 'unknown', reason: 'silent' };
}

/** The printer was well for as long as the slowest needs for the slip, at every look. */
async function watch(height: number, marks: Marks, lookout: Lookout, parts: SendParts): Promise<SlipOutcome> {
  const { link, signal, clock } = parts;
  for (let well = 0; well < allowedFor(height);) {
    const before = clock.monotonic();
    await lookout.pause(marks);
    const isWell = await lookout.isWell();
    if (lookout.isTorn) return torn(lookout);
    if (signal.aborted || link.isGone) return lost(parts, lookout.fault);
    well = isWell ? well + clock.monotonic() - before : 0;
  }
  return PRINTED;
}

function allowedFor(height: number): number {
  return (height / SLOWEST) * 1000 + GRACE;
}

function torn({ fault }: Lookout): SlipOutcome {
  return { state: 'unknown', reason: fault ?? 'lost' };
}

/** The way has gone, or the box does not wait any longer, for a printer that was in need of something. */
function lost({ link, signal }: SendParts, fault: PrinterFault | null): SlipOutcome {
  const isAborted = signal.aborted && !link.isGone;
  return { state: 'unknown', reason: fault ?? (isAborted ? 'age' : 'lost') };
}
