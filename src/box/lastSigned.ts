import { DiskError, ENVIRONMENTS, PFR_TRAITS } from '../base/index.js';
import type { ClockMonitor } from '../health/index.js';
import type { Ledger } from '../ledger/index.js';

interface Uses {
  readonly ledger: Pick<Ledger, 'invoices'>;
  readonly clockMonitor: Pick<ClockMonitor, 'noteSigned'>;
}

/** Tells the monitor of the clock what the newest receipts say: a real processor keeps the time by itself, the demo has that of the box. */
export async function noteLastSigned({ ledger, clockMonitor }: Uses): Promise<void> {
  for (const environment of ENVIRONMENTS) {
    try {
      const [newest] = await ledger.invoices({ environment, skip: 0, limit: 1 });
      if (newest !== undefined && PFR_TRAITS[newest.mode].isRemote) clockMonitor.noteSigned(newest.signature.time);
    } catch (error) {
      // What cannot be read tells nothing of the time.
      if (!(error instanceof DiskError)) throw error;
    }
  }
}
