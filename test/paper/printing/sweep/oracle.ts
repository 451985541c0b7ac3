import type { PrintJob } from '../../../../src/platform/ledger/job.js';
import type { FakePrinter } from '../../../kit/printer/core.js';
import { type Case, PROFILES } from './case.js';
import { headOf, type Read, readPiece } from './paper.js';
import type { Model } from './slips.js';

export interface Evidence {
  readonly one: Case;
  readonly jobs: readonly (PrintJob & { readonly receipt: number })[];
  readonly printer: FakePrinter;
  readonly slips: readonly Model[];
}

/** Unknown jobs that one fault may leave behind. */
const MAX_UNKNOWN = 2;

/** Papers that the box calls printed, and that are not whole; at any moment. */
export function missing({ jobs, printer, slips }: Omit<Evidence, 'one'>): string[] {
  const pieces = printer.pieces.map((piece) => readPiece(piece, slips));
  return slips.flatMap((slip) => {
    const proven = jobs.filter(
      ({ receipt, repeat, state }) => receipt === slip.receipt && repeat === slip.repeat && state === 'printed',
    ).length;
    const whole = pieces.filter((piece) => isAllOf(piece, slip)).length;
    return whole < proven ? [`missing on paper: ${nameOf(slip)} is printed, says the box, and is not whole`] : [];
  });
}

/** What is wrong in the end with what the box says of its papers, judged by the papers. */
export function judge(evidence: Evidence): string[] {
  const { one, jobs, printer, slips } = evidence;
  const pieces = printer.pieces.map((piece) => readPiece(piece, slips));
  const answers = PROFILES[one.profile];
  const canProve = answers !== undefined && Object.values(answers).includes(true);
  const wrong = missing(evidence);
  for (const slip of slips) {
    const copies = slip.repeat ? 0 : headsOf(pieces, slip, slips);
    if (copies > 1) wrong.push(`unmarked double: ${nameOf(slip)} has ${copies} papers`);
  }
  const last = Math.max(...jobs.map(({ receipt }) => receipt));
  for (const job of jobs) {
    const { id, state, reason, repeat, receipt } = job;
    const isAgain = repeat || receipt === last;
    const isPlain = state === (canProve ? 'printed' : 'unconfirmed');
    if (!isPlain && (isAgain || state !== 'unknown')) wrong.push(`job ${id} of ${receipt} is ${state}, ${reason}`);
  }
  const lastSlip = slips.find((slip) => slip.receipt === last && !slip.repeat);
  if (lastSlip !== undefined && !pieces.some((piece) => isOn(piece, lastSlip)))
    wrong.push('the last receipt is not whole');
  const unknown = jobs.filter(({ state }) => state === 'unknown').length;
  if (unknown > MAX_UNKNOWN) wrong.push(`${unknown} jobs are unknown`);
  if (one.fault !== 'power') wrong.push(...printer.errors);
  return wrong;
}

/** Is it a piece with this slip on it, whole, and nothing else? */
function isAllOf(piece: Read<Model>, slip: Model): boolean {
  return piece.isCut && piece.strange === 0 && piece.found.length === 1 && isOn(piece, slip);
}

function isOn(piece: Read<Model>, slip: Model): boolean {
  return piece.found.some((found) => found.slip === slip && found.rows === slip.rows.length);
}

/** Number of papers that begin with enough of this slip to identify it. */
function headsOf(pieces: readonly Read<Model>[], slip: Model, slips: readonly Model[]): number {
  const head = headOf(slip, slips);
  return pieces.flatMap(({ found }) => found).filter((found) => found.slip === slip && found.rows >= head).length;
}

function nameOf({ receipt, repeat }: Model): string {
  return `receipt ${receipt}${repeat ? ', repeated' : ''}`;
}
