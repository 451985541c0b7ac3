import {
  assertNever,
  defineMessages,
  failed,
  type LocalTime,
  localTime,
  type Message,
  ok,
  type Result,
  startCommand,
} from '../../../base/index.js';
import { jobsToCheck, type PrinterStatus, type PrintJobStatus } from '../../../paper/printing/index.js';
import type { IssuedInvoice, Ledger } from '../../../platform/ledger/index.js';
import { findByNumber } from '../../../sales/invoicing/index.js';
import { hasPrinterName } from '../../../shop/settings/index.js';
import { boolean, integer, optional, text } from '../fields.js';
import { type AdminDeps, operation } from '../operation.js';
import { NO_RECEIPT, noSuchPrinter, refusalText, storageText } from './printRefusals.js';

/** Lists jobs that are in progress, or whose paper a person must check; with `all`, all recorded ones. Newest first. */
export const listPrintJobs = operation({
  permission: 'printing',
  isReadOnly: true,
  input: { all: boolean },
  async run(
    { printing, ledger, now }: Pick<AdminDeps, 'printing' | 'ledger' | 'now'>,
    { all },
  ): Promise<Result<readonly PrintJobRow[], Message>> {
    const jobs = printing.jobs();
    const doubted = new Set(jobsToCheck(jobs, now()));
    const isOpen = (job: PrintJobStatus): boolean =>
      ['queued', 'sending', 'blocked'].includes(job.state) || doubted.has(job);
    const rows: PrintJobRow[] = [];
    for (const job of all ? jobs : jobs.filter(isOpen)) rows.push(await printJobRow({ ledger }, job));
    return ok(rows);
  },
});

/** A job as displayed by `print jobs`, in Belgrade time. */
export interface PrintJobRow extends PrintJobStatus {
  readonly time: LocalTime;
  /** PFR number of its receipt; null when the receipt cannot be read. */
  readonly number: string | null;
}

async function printJobRow({ ledger }: Pick<AdminDeps, 'ledger'>, job: PrintJobStatus): Promise<PrintJobRow> {
  const invoice = await ledger.invoice(job.uuid);
  return { ...job, time: localTime(job.createdAt), number: invoice?.signature.invoiceNumber ?? null };
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Prints a receipt again. `receipt`: uuid or PFR number. The print shows sales data to the person who has set up the
 * printer, so it needs the permission for reading receipts.
 */
export const printAgain = operation({
  permission: 'printing',
  alsoNeeds: () => 'turnover',
  input: { receipt: text, printer: optional(text) },
  async run(
    { printing, ledger }: Pick<AdminDeps, 'printing' | 'ledger'>,
    { receipt, printer },
  ): Promise<Result<PrintJobRow, Message>> {
    const invoice = await invoiceOf(ledger, receipt.trim());
    if (invoice === undefined) return failed(NO_RECEIPT);
    const job = await printing.reprint(invoice.uuid, printer);
    return job.ok ? ok(await printJobRow({ ledger }, job.value)) : failed(refusalText(job.error, printing.printers()));
  },
});

async function invoiceOf(ledger: Ledger, name: string): Promise<IssuedInvoice | undefined> {
  const uuid = name.toLowerCase();
  return UUID.test(uuid) ? ledger.invoice(uuid) : findByNumber(ledger, name);
}

const JOB_MESSAGES = defineMessages('printJobs', {
  unknownJob: {
    en: 'There is no print job {id}. See: kasirbox print jobs --all',
    sr: 'Нема налога за штампу {id}. Погледајте: kasirbox print jobs --all',
    srOnPage: 'Нема налога за штампу {id}.',
    enOnPage: 'There is no print job {id}.',
  },
  printing: {
    en: 'Job {id} has started printing and cannot be cancelled. Fix the printer (kasirbox print printers shows what it needs), or remove it from the settings: kasirbox settings set printers',
    sr: 'Налог {id} је почео да се штампа и не може да се опозове. Оспособите штампач (kasirbox print printers каже шта му треба), или га уклоните из подешавања: kasirbox settings set printers',
    srOnPage:
      'Налог {id} је почео да се штампа и не може да се опозове. Оспособите штампач (Стање каже шта му треба), или га уклоните из подешавања.',
    enOnPage:
      'Job {id} has started printing and cannot be cancelled. Fix the printer (Status shows what it needs), or remove it from the settings.',
  },
  ended: {
    en: 'Job {id} has ended. See: kasirbox print jobs --all',
    sr: 'Налог {id} је завршен. Погледајте: kasirbox print jobs --all',
    srOnPage: 'Налог {id} је завршен.',
    enOnPage: 'Job {id} has ended.',
  },
});

export const cancelPrintJob = operation({
  permission: 'printing',
  input: { id: integer },
  async run(
    { printing, ledger }: Pick<AdminDeps, 'printing' | 'ledger'>,
    { id },
  ): Promise<Result<PrintJobRow, Message>> {
    const cancelled = await printing.cancel(id);
    if (cancelled.ok) return ok(await printJobRow({ ledger }, cancelled.value));
    const { error } = cancelled;
    switch (error.kind) {
      case 'absent':
        return failed(JOB_MESSAGES.unknownJob({ id }));
      case 'sent':
        return failed(JOB_MESSAGES.printing({ id }));
      case 'ended':
        return failed(JOB_MESSAGES.ended({ id }));
      case 'storage':
        return failed(storageText(error.failure));
      default:
        return assertNever(error);
    }
  },
});

const TICKET_MESSAGES = defineMessages('ticket', {
  noAddress: {
    en: 'No service is running for this folder, so there is no address to print. Run: {command}',
    sr: 'На овој фасцикли не ради сервис, па нема адресе која би се одштампала. Покрените: {command}',
    srOnPage: 'Уређај не ради, па нема адресу коју би одштампао. Покрените га: {command}',
    enOnPage: 'The box is not running, so it has no address to print. Start it: {command}',
  },
});

/** `start`: the command that starts a service. */
const noService = (start: string): Message => TICKET_MESSAGES.noAddress({ command: start });

/**
 * Sends a printer the ticket that it also prints at power-up, without waiting for the paper. Returns the state of that
 * printer.
 */
export const printTicket = operation({
  permission: 'printing',
  isReadOnly: true,
  isChange: true,
  input: { name: text },
  async run(
    { printing, ticket, folder }: Pick<AdminDeps, 'printing' | 'ticket' | 'folder'>,
    { name },
  ): Promise<Result<PrinterStatus, Message>> {
    if (ticket === undefined) return failed(noService(startCommand(folder)));
    const printer = printing.printers().find((known) => hasPrinterName(known, name));
    if (printer === undefined) return failed(noSuchPrinter(printing.printers()));
    const handed = printing.printInfo(await ticket(), printer.name);
    return handed.ok ? ok(printer) : failed(refusalText(handed.error, printing.printers()));
  },
});
