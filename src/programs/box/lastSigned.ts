import { DiskError, ENVIRONMENTS, PFR_TRAITS } from '../../base/index.js';
import type { ClockMonitor } from '../../interfaces/health/index.js';
import type { Ledger } from '../../platform/ledger/index.js';

interface Uses {
  readonly ledger: Pick<Ledger, 'invoices'>;
  readonly clockMonitor: Pick<ClockMonitor, 'noteSigned'>;
}

/**
 * Reports the times of the newest receipts to the clock monitor. A real processor has a clock of its own; the demo
 * processor uses that of the box.
 */
export async function noteLastSigned({ ledger, clockMonitor }: Uses): Promise<void> {
  for (const environment of ENVIRONMENTS) {
    try {
      const [newest] = await ledger.invoices({ environment, skip: 0, limit: 1 });
      if (newest !== undefined && PFR_TRAITS[newest.mode].isRemote) clockMonitor.noteSigned(newest.signature.time);
    } catch (error) {
      // A receipt that cannot be read gives no time.
      if (!(error instanceof DiskError)) throw error;
    }
  }
}
