import type { JsonSchema } from '../../base/schema.js';
import { itemChangeSchema, newItemSchema } from '../../catalogue/schema.js';
import {
  closeAdvanceRequestSchema,
  copyRequestSchema,
  invoiceRequestSchema,
  lineSchema,
  paymentSchema,
  refundRequestSchema,
} from '../../invoicing/schema.js';
import { emailRequest, emailSent } from './email.js';
import { error } from './error.js';
import { closedAdvance, invoice, invoiceItem, invoiceList, invoicePfr, payment, taxItem } from './invoice.js';
import { item, itemChanged, itemCreated, itemList } from './item.js';
import { me } from './me.js';
import { alive, readiness } from './open.js';
import { printer, printerList, printJob, printJobAnswer, printJobList, printRequest } from './printing.js';
import { queued, queueEntry, queueList } from './queue.js';
import { categoryList, taxLabel, taxLabelList } from './reference.js';
import { daily, summary } from './report.js';
import { status } from './status.js';

/** What callers send. The validators are compiled from these very objects. */
export const requestSchemas: Readonly<Record<string, JsonSchema>> = {
  InvoiceRequest: invoiceRequestSchema,
  InvoiceRequestItem: lineSchema,
  InvoiceRequestPayment: paymentSchema,
  RefundRequest: refundRequestSchema,
  CloseAdvanceRequest: closeAdvanceRequestSchema,
  CopyRequest: copyRequestSchema,
  EmailRequest: emailRequest,
  PrintRequest: printRequest,
  NewItem: newItemSchema,
  ItemChange: itemChangeSchema,
};

/** What the box answers. Each stands on its own, so that a test can compile it and hold a live answer against it. */
export const responseSchemas = {
  Error: error,
  Status: status,
  Me: me,
  TaxLabel: taxLabel,
  TaxLabelList: taxLabelList,
  CategoryList: categoryList,
  Payment: payment,
  TaxItem: taxItem,
  InvoiceItem: invoiceItem,
  InvoicePfr: invoicePfr,
  Invoice: invoice,
  InvoiceList: invoiceList,
  ClosedAdvance: closedAdvance,
  EmailSent: emailSent,
  PrintJob: printJob,
  PrintJobAnswer: printJobAnswer,
  PrintJobList: printJobList,
  Printer: printer,
  PrinterList: printerList,
  Queued: queued,
  QueueEntry: queueEntry,
  QueueList: queueList,
  Item: item,
  ItemList: itemList,
  ItemCreated: itemCreated,
  ItemChanged: itemChanged,
  Summary: summary,
  Daily: daily,
  Alive: alive,
  Readiness: readiness,
} satisfies Readonly<Record<string, JsonSchema>>;
