/**
 * Slips: thermal papers described as parts from top to bottom, independent of any printer.
 *
 * `slip.ts` defines a {@link Slip} and its parts, and has the fixed texts. Each other file builds its own papers: a
 * receipt (`receipt.ts`), the ticket with a box's addresses and state (`ticket.ts`), and the papers that are no
 * receipts, for a queued sale and to test a printer (`notFiscalSlips.ts`). `printing/` turns slips into bytes.
 */
export { receiptSlip } from './receipt.js';
export { type Slip, type SlipPart, TORN_SLIP_ENDING } from './slip.js';
export { type Ticket, ticketSlip } from './ticket.js';
export { testSlip, waitingSlip } from './notFiscalSlips.js';
