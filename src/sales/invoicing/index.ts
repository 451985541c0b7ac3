/**
 * Issues receipts: from a request to a signed and recorded receipt.
 *
 * A *request* is the validated body (`draft/`). It becomes an *order*, which is issued once and builds its *draft*.
 * The *issuer* (`issue/`) takes four locks in a fixed order (key, reference lock, processor, disk space), checks
 * whether the draft may be signed now, has it signed, and records the receipt. Before it sends a draft to a remote
 * processor, it records an *intent*. *Reconciliation* (`reconciliation/`) resolves intents whose answer was lost, by
 * the request id and by the running numbers of later receipts. Sales that cannot reach their processor may wait in the
 * *offline queue* (`queue/`).
 *
 * Read the files of a sale in the order of docs/architecture.md, from `draft/validate.ts` to `invoicing.ts`. The other
 * topics are independent of each other; begin each with the file that is named here:
 *
 * - the offline queue: `queue/queue.ts`, then `queue/queueWorker.ts`;
 * - content that the tax authority forbids: `findings/contentGuard.ts`;
 * - what was refunded before: `refunds/referring.ts`, then `refunds/refundGuard.ts`;
 * - chains of advances: `advance/chain.ts`, then `advance/closeAdvance.ts`;
 * - the test of a processor: `processorTest/processorTest.ts`.
 */
export { readAdvanced } from './advance/chain.js';
export type { CloseOutcome } from './advance/closeAdvance.js';
export {
  closeAdvanceRequestSchema,
  closeEarlierAdvanceRequestSchema,
  validateCloseAdvance,
  validateCloseEarlierAdvance,
} from './advance/closingRequest.js';
export { validateCopy } from './draft/copy.js';
export { validationErrors } from './draft/refusals/validationErrors.js';
export type { ValidationError } from './draft/refusals/sentence.js';
export { findByNumber, normalisePfrNumber } from './draft/pfrNumber.js';
export { validateRefund } from './draft/refund.js';
export {
  copyRequestSchema,
  invoiceRequestSchema,
  lineSchema,
  paymentSchema,
  refundRequestSchema,
  IDEMPOTENCY_KEY_PATTERN,
} from './draft/requestSchema.js';
export { isIdempotencyKey, validateShape, withHeaderKey } from './draft/validate.js';
export { Invoicing, type NotFound } from './invoicing.js';
export type { Caller, IssueOutcome, NotIssued, Queued, SaleOutcome } from './issue/order.js';
export { longestSale } from './issue/saleTimer.js';
export type { ProcessorTestReport } from './processorTest/testReport.js';
export type { QueueEntry, RemoveRefusal } from './queue/queue.js';
export type { SettleRefusal } from './queue/withoutReceipt.js';
export type { ManualDecision } from './reconciliation/manualDecision.js';
export type { UnresolvedIntent } from './reconciliation/openIntents.js';
export { readCardSales } from './refunds/cardSales.js';
export { type InvoiceState, readInvoiceState } from './refunds/invoiceState.js';
export { summaryLines, type SummaryLine } from './refunds/summaryLines.js';
export type { Reconciliation } from './reconciliation/reconciliation.js';
