/**
 * Slips: thermal papers described as parts from top to bottom, independent of any printer.
 *
 * `slip.ts` defines a {@link Slip} and its parts. Each other file builds one kind of paper: a receipt (`receipt.ts`),
 * the ticket with a box's addresses and state (`ticket.ts`), the paper for a queued sale (`waiting.ts`), and the test
 * slip (`test.ts`). Their fixed texts are in `slipTexts.ts`. `printing/` turns slips into bytes.
 */
export { receiptSlip } from './receipt.js';
export type { Slip, SlipPart } from './slip.js';
export { testSlip } from './test.js';
export { type Ticket, ticketSlip } from './ticket.js';
export { waitingSlip } from './waiting.js';
export { TORN_SLIP_ENDING } from './slipTexts.js';
