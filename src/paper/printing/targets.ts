import type { InvoiceType } from '../../contract/index.js';
import type { UtcMs } from '../../base/index.js';
import type { IssuedInvoice, Ledger, PrintJob } from '../../platform/ledger/index.js';
import { hasPrinterName, type PrinterSetting } from '../../shop/settings/index.js';
import type { PrintOption } from './port.js';

/** The printer of this name, ignoring case. */
export function printerNamed(printers: readonly PrinterSetting[], name: string): PrinterSetting | undefined {
  return printers.find((printer) => hasPrinterName(printer, name));
}

/** The printers for a new receipt of this type, with this option. */
export function targetsOf(
  printers: readonly PrinterSetting[],
  invoiceType: InvoiceType,
  option: PrintOption,
): readonly PrinterSetting[] {
  if (option === false) return [];
  if (typeof option === 'string') return [printerNamed(printers, option)].filter((printer) => printer !== undefined);
  const automatic = printers.filter(({ autoPrint = false }) =>
    typeof autoPrint === 'boolean' ? autoPrint : autoPrint.includes(invoiceType),
  );
  return option === null || automatic.length > 0 ? automatic : printers.slice(0, 1);
}

/**
 * The printer for a repeat of a receipt of this type: the named one; otherwise the printer of its last paper, which the
 * seller has at hand, as long as that printer is configured; otherwise that of new receipts.
 */
export function printerToRepeat(
  printers: readonly PrinterSetting[],
  invoiceType: InvoiceType,
  name: string | undefined,
  last: string | undefined,
): PrinterSetting | undefined {
  if (name !== undefined) return printerNamed(printers, name);
  const again = last === undefined ? undefined : printerNamed(printers, last);
  return again ?? targetsOf(printers, invoiceType, true)[0];
}

export interface DrawerDeps {
  readonly ledger: Pick<Ledger, 'main'>;
  /** The configured printers. */
  readonly printers: () => readonly PrinterSetting[];
  readonly now: () => UtcMs;
}

/**
 * Age of a job after which it no longer opens the drawer, ms. By then the buyer is no longer there, and an open drawer
 * would go unnoticed.
 */
const LATEST = 10 * 60_000;

/**
 * True when the paper of this job may open the cash drawer, if its sale was paid in cash. The drawer opens once for a
 * sale: not for a repeat, not when a printer prints its backlog after a long outage, and not for a receipt from the
 * offline queue, whose buyer paid when it was queued. If a sale has several papers, the first one at a printer with a
 * drawer opens it.
 */
export function mayOpenDrawer(
  job: PrintJob,
  { environment, clientRequestId, uuid }: Pick<IssuedInvoice, 'environment' | 'clientRequestId' | 'uuid'>,
  { ledger, printers, now }: DrawerDeps,
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
