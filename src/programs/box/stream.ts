import { eventResponse, invoiceResponse } from '../../interfaces/api/index.js';
import { VERSION } from '../../base/index.js';
import { type BoxState, type CursorStore, Streaming } from '../../outward/delivery/index.js';
import { catalogueInUse } from '../../outward/group/index.js';
import type { CheckCache } from '../../interfaces/health/index.js';
import type { Box } from './open.js';

/** Publishes the ledger events of a box to the owner's server. */
export function streamingOf(box: Box, cursors: CursorStore, checks: CheckCache): Streaming {
  const { ledger, settings, clock, log, invoicing, group } = box;
  const state = async (): Promise<Omit<BoxState, 'behind'>> => {
    const results = await checks.checks();
    const { sequence, hash, epoch } = ledger.end;
    const problems = results
      .filter((result) => result.state !== 'ok')
      .map(({ name, state: severity, found }) => ({ check: name, state: severity, text: found.en }));
    return {
      at: clock.now(),
      version: VERSION,
      environment: settings.now.environment,
      sequence,
      epoch,
      hash,
      catalogue: catalogueInUse(ledger),
      problems,
    };
  };
  return new Streaming({
    ...{ ledger, settings, cursors, clock, log, state, group, boxId: ledger.boxId.toString('hex') },
    ...{ describeEvent: eventResponse, describeReceipt: (invoice) => invoiceResponse(invoice) },
    slice: invoicing.salesFirst.slice,
  });
}
