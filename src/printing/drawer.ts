import type { UtcMs } from '../base/index.js';
import type { IssuedInvoice, Ledger, PrintJob } from '../ledger/index.js';
import type { PrinterSetting } from '../settings/index.js';
import { printerNamed } from './targets.js';

export interface DrawerParts {
  readonly ledger: Pick<Ledger, 'main'>;
  /** The printers that are set now. */
  readonly printers: () => readonly PrinterSetting[];
  readonly now: () => UtcMs;
}

/** The buyer has gone by then, and nobody would see that the drawer stands open, ms. */
const LATEST = 10 * 60_000;

/**
 * May the paper of this job open the cash drawer, if its sale was paid in cash? It opens once for a sale: not for a repeat, not
 * when a printer that has been away for long prints what has waited, and not for a receipt out of the offline queue, whose
 * buyer paid when it was queued. Of several papers that belong to a sale the first one at a printer with a drawer opens it.
 */
export function mayOpenDrawer(
  job: PrintJob,
  { environment, clientRequestId, uuid }: Pick<IssuedInvoice, 'environment' | 'clientRequestId' | 'uuid'>,
  { ledger, printers, now }: DrawerParts,
): boolean {
  const { queue, jobs } = ledger.main;
  if (clientRequestId !== null && queue.left(environment, clientRequestId)?.uuid === uuid) return false;
  if (Math.abs(now() - job.createdAt) > LATEST) return false;
  if (!job.repeat) return true;
  const others = jobs.of(uuid).filter(({ id }) => id !== job.id);
  const isOfSale = others.length > 0 && others.every(({ createdAt }) => createdAt === job.createdAt);
  const hasOpened = others.some((other) => hasBegun(other) && hasDrawer(printerNamed(printers(), other.printer)));
  return isOfSale && !hasOpened;
}

function hasBegun({ state }: PrintJob): boolean {
  return state !== 'queued' && state !== 'cancelled';
}

function hasDrawer(printer: PrinterSetting | undefined): boolean {
  return (printer?.drawer ?? 'none') !== 'none';
}
