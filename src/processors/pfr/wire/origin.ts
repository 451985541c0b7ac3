import {
  type CounterBaseline,
  PFR_TRAITS,
  readPfrNumber,
  type RemoteMode,
  counterSeries,
} from '../../../contract/index.js';
import type { VerificationLink } from '../../../paper/journal/index.js';

/**
 * How far the clock of a processor may seem to go back, ms. A V-PFR has several servers. The clock of an L-PFR may be
 * set, but one that is further behind its last receipt may refuse to sign (Technical Instruction, chapter 11).
 */
const CLOCK_SLACK = 3 * 60_000;

/** Why a receipt cannot be the answer to a request: another signer, or signed before the request. */
export type OriginFault =
  /** An L-PFR did not sign with its own card. */
  | 'jid'
  /** Signed for another secure element than that of the requested processor. */
  | 'foreign'
  /** Signed before the request. */
  | 'stale';

/**
 * Checks who signed, and that it was after the request: by the counters where they are known, otherwise by the time.
 */
export function faultInOrigin(
  link: VerificationLink,
  baseline: CounterBaseline,
  mode: RemoteMode,
): OriginFault | undefined {
  const { hasOneSigner } = PFR_TRAITS[mode];
  const { requestedBy, signedBy, totalCounter } = link;
  if (hasOneSigner && signedBy !== requestedBy) return 'jid';
  if (baseline.uid !== '' && requestedBy !== baseline.uid) return 'foreign';
  const last = lastNumberOf(counterSeries(link), baseline, hasOneSigner);
  if (last !== undefined) return totalCounter <= last ? 'stale' : undefined;
  // A signer that is new for this requester has its own clock, which cannot be compared with those of the others.
  if (Object.keys(baseline.counters ?? {}).some((series) => series.startsWith(`${requestedBy}-`))) return undefined;
  // Another till may have sold the same before: an L-PFR without a last number must at least have sent its time.
  if (baseline.time === null) return hasOneSigner ? 'stale' : undefined;
  return link.time < baseline.time - CLOCK_SLACK ? 'stale' : undefined;
}

/** The last number of a counter series that was known before the request, from the ledger or from the processor. */
function lastNumberOf(
  series: string,
  { counters, lastNumber }: CounterBaseline,
  hasOneSigner: boolean,
): number | undefined {
  const reported = hasOneSigner ? readPfrNumber(lastNumber ?? '') : undefined;
  const numbers = [
    ...(reported !== undefined && counterSeries(reported) === series ? [reported.counter] : []),
    ...(counters?.[series] === undefined ? [] : [counters[series].total]),
  ];
  return numbers.length === 0 ? undefined : Math.max(...numbers);
}
