import { secureRandom } from '../../../base/index.js';
import { explanationOf, NO_BASELINE, type Pfr, PFR_REFUSALS } from '../../../processors/pfr/index.js';
import type { Settings } from '../../../shop/settings/index.js';
import type { Prepared } from '../draft/prepared.js';
import { type IssueOutcome, type Order, refused } from './order.js';
import { recordInvoice, type RecordDeps } from './recordInvoice.js';

export interface DemoSigningDeps extends RecordDeps {
  readonly settings: Settings;
}

/**
 * Signs with the demo processor, which runs inside the box, and records the receipt. No answer can be lost, so no
 * intent is needed: recording is one append.
 */
export async function signWithDemo(
  deps: DemoSigningDeps,
  { key, apiKey, print }: Order,
  { draft, taxLabels }: Prepared,
  pfr: Pfr,
  logRef: string,
): Promise<IssueOutcome> {
  const { settings, clock, log } = deps;
  const requestId = secureRandom(16).toString('hex');
  const { esirNumber } = settings;
  const outcome = await pfr.sign({ requestId, draft, taxLabels, esirNumber, counterBaseline: NO_BASELINE });
  if (outcome.kind !== 'signed') {
    log('invoice.refused', { request: logRef, code: outcome.kind === 'refused' ? outcome.code : null });
    return refused(outcome.kind === 'refused' ? explanationOf(outcome) : PFR_REFUSALS.unknown);
  }
  const signed = {
    environment: pfr.environment,
    mode: pfr.mode,
    draft,
    signature: outcome.signature,
    clientRequestId: key?.id ?? null,
    fingerprint: key?.fingerprint ?? null,
    createdAt: clock.now(),
    ...(apiKey !== null && { apiKey }),
  };
  const recorded = await recordInvoice(deps, signed, { logRef, print });
  if (!recorded.ok) return { kind: 'storage', failure: recorded.error };
  return { kind: 'issued', invoice: recorded.value };
}
