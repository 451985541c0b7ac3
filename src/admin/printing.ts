import { failed, never, ok } from '../base/result.js';
import type { LocalTime } from '../base/fiscal.js';
import { localTime } from '../base/time.js';
import { findByNumber, spellNumber } from '../invoicing/number.js';
import type { IssuedInvoice } from '../ledger/invoice.js';
import type { JobReason } from '../ledger/job.js';
import type { Ledger } from '../ledger/ledger.js';
import { doubtful } from '../printing/attention.js';
import type { JobView, PrinterView, PrintRefusal, TestReport } from '../printing/printing.js';
import { NO_PRINTER } from '../printing/texts.js';
import type { Loss } from '../printing/transport/port.js';
import { isNamed } from '../settings/named.js';
import type { PrinterSetting } from '../settings/printers.js';
import type { AdminParts, Ask, Reply } from './operations.js';

/** A job as `print jobs` shows it; times are of Belgrade. */
export interface JobLine extends JobView {
  readonly time: LocalTime;
  /** PFR number of its receipt; null when that cannot be read. */
  readonly number: string | null;
}

/** How a test ended: what was found, or why the printer was not reached. */
export type PrinterTest =
  | { readonly report: TestReport; readonly paper: Pick<PrinterSetting, 'width' | 'dpi'> }
  | { readonly report: null; readonly failure: JobReason | Loss };

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export async function testPrinter(
  { printing, settings }: AdminParts,
  { name }: Ask<'print.test'>,
): Promise<Reply<'print.test'>> {
  const setting = settings.now.printers.find((printer) => isNamed(printer, name));
  const tested = await printing.test(setting?.name ?? name);
  if (tested.ok && setting !== undefined) return ok({ report: tested.value, paper: setting });
  if (tested.ok || tested.error === 'unknown') return failed(noSuch(printing.printers()));
  return ok({ report: null, failure: tested.error });
}

/** Has a printer give its ticket. It is printed when the printer can; nobody waits for that. */
export async function printTicket(
  { printing, ticket }: AdminParts,
  { name }: Ask<'print.ticket'>,
): Promise<Reply<'print.ticket'>> {
  if (ticket === undefined) return failed(NO_SERVICE);
  const printer = printing.printers().find((one) => isNamed(one, name));
  if (printer === undefined) return failed(noSuch(printing.printers()));
  const handed = printing.notice(await ticket(), printer.name);
  return handed.ok ? ok(printer) : failed(refusalWords(handed.error, printing.printers()));
}

/** Jobs that are under way, or whose paper a person must look after, or all that are remembered; newest first. */
export async function jobLines(
  { printing, ledger, health }: AdminParts,
  { all }: Ask<'print.jobs'>,
): Promise<Reply<'print.jobs'>> {
  const jobs = printing.jobs();
  const open = new Set(doubtful(jobs, health.now()));
  const isOpen = (job: JobView): boolean => ['queued', 'sending', 'blocked'].includes(job.state) || open.has(job);
  const lines: JobLine[] = [];
  for (const job of all ? jobs : jobs.filter(isOpen)) lines.push(await jobLine(ledger, job));
  return ok(lines);
}

/** Another paper of the receipt that a uuid or a PFR number names. */
export async function printAgain(
  { printing, ledger }: AdminParts,
  { receipt, printer }: Ask<'print.again'>,
): Promise<Reply<'print.again'>> {
  const invoice = await receiptOf(ledger, receipt.trim());
  if (invoice === undefined) return failed(NO_RECEIPT);
  const job = await printing.again(invoice.uuid, printer);
  return job.ok ? ok(await jobLine(ledger, job.value)) : failed(refusalWords(job.error, printing.printers()));
}

export async function cancelJob(
  { printing, ledger }: AdminParts,
  { id }: Ask<'print.cancel'>,
): Promise<Reply<'print.cancel'>> {
  const cancelled = await printing.cancel(id);
  if (cancelled.ok) return ok(await jobLine(ledger, cancelled.value));
  const { error } = cancelled;
  switch (error.kind) {
    case 'absent':
      return failed(`There is no print job ${id}. See: kasirbox print jobs --all`);
    case 'sent':
      return failed(
        `Job ${id} has begun to print and cannot be called back. Mend the printer (kasirbox print printers says what it ` +
          'needs), or take it out of the settings: kasirbox settings set printers',
      );
    case 'ended':
      return failed(`Job ${id} has ended. See: kasirbox print jobs --all`);
    case 'storage':
      return failed(storageWords(error.failure));
    default:
      return never(error);
  }
}

/** Gives a printer a logo, a PNG in base64, or takes it away. */
export async function setLogo(
  { settings }: AdminParts,
  { name, logo }: Ask<'print.logo'>,
): Promise<Reply<'print.logo'>> {
  const changed = await settings.change('printers', ({ printers }) => {
    if (!printers.some((printer) => isNamed(printer, name))) return failed(noSuch(printers));
    return ok(printers.map((printer) => (isNamed(printer, name) ? withLogo(printer, logo) : printer)));
  });
  return changed.ok ? ok(null) : changed;
}

function withLogo({ logo: _, ...printer }: PrinterSetting, logo: string | null): PrinterSetting {
  return logo === null ? printer : { ...printer, logo };
}

async function receiptOf(ledger: Ledger, text: string): Promise<IssuedInvoice | undefined> {
  const uuid = text.toLowerCase();
  return UUID.test(uuid) ? ledger.invoice(uuid) : findByNumber(ledger, spellNumber(text));
}

async function jobLine(ledger: Ledger, job: JobView): Promise<JobLine> {
  const invoice = await ledger.invoice(job.uuid);
  return { ...job, time: localTime(job.createdAt), number: invoice?.signature.invoiceNumber ?? null };
}

const NO_SERVICE = 'No service runs on this folder, so there is no address to tell. Run: kasirbox serve';

const NO_RECEIPT = 'There is no such receipt here. Give its uuid, or its PFR number, like ABCD1234-ABCD1234-15.';

function noSuch(printers: readonly Pick<PrinterView, 'name'>[]): string {
  if (printers.length === 0) return NO_PRINTER;
  return `There is no printer of this name. Printers: ${printers.map(({ name }) => name).join(', ')}.`;
}

function refusalWords(refusal: PrintRefusal, printers: readonly PrinterView[]): string {
  switch (refusal.kind) {
    case 'unset':
    case 'unknown':
      return noSuch(printers);
    case 'absent':
      return NO_RECEIPT;
    case 'storage':
      return storageWords(refusal.failure);
    default:
      return never(refusal);
  }
}

function storageWords(failure: string): string {
  return `This could not be stored (${failure}). Run: kasirbox doctor`;
}
