import { failed, ok, type Result, type Message } from '../../../base/index.js';
import { findByNumber } from '../../../sales/invoicing/index.js';
import type { IssuedInvoice, Ledger } from '../../../platform/ledger/index.js';
import { optional, text } from '../fields.js';
import { type AdminParts, operation } from '../operation.js';
import { NO_RECEIPT, refusalWords } from './refusals.js';
import { type PrintJobRow, printJobRow } from './row.js';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Prints a receipt again. `receipt`: uuid or PFR number. The print shows sales data to the person who has set up the
 * printer, so it needs the permission for reading receipts.
 */
export const printAgain = operation({
  permission: 'printing',
  alsoNeeds: () => 'turnover',
  ask: { receipt: text, printer: optional(text) },
  async run(
    { printing, ledger }: Pick<AdminParts, 'printing' | 'ledger'>,
    { receipt, printer },
  ): Promise<Result<PrintJobRow, Message>> {
    const invoice = await invoiceOf(ledger, receipt.trim());
    if (invoice === undefined) return failed(NO_RECEIPT);
    const job = await printing.reprint(invoice.uuid, printer);
    return job.ok ? ok(await printJobRow({ ledger }, job.value)) : failed(refusalWords(job.error, printing.printers()));
  },
});

async function invoiceOf(ledger: Ledger, name: string): Promise<IssuedInvoice | undefined> {
  const uuid = name.toLowerCase();
  return UUID.test(uuid) ? ledger.invoice(uuid) : findByNumber(ledger, name);
}
