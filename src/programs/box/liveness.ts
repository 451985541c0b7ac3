import { durationProbe, type LivenessProbe, memoryProbe } from '../../interfaces/health/index.js';
import { longestSale } from '../../sales/invoicing/index.js';
import type { Box } from './open.js';

/**
 * Probes that detect a hanging box. `longestFlush`: maximum duration of a write to the disk, ms: as long as the event
 * loop may be blocked.
 */
export function livenessProbes(
  { ledger, invoicing, settings }: Pick<Box, 'ledger' | 'invoicing' | 'settings'>,
  longestFlush: number,
): readonly LivenessProbe[] {
  return [
    durationProbe(
      'flush',
      () => ledger.diskLatency.busyFor,
      () => longestFlush,
    ),
    durationProbe(
      'sale',
      () => invoicing.saleTimer.longest,
      () => longestSale(settings.now),
    ),
    memoryProbe(),
  ];
}
