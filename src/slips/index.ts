/** Thermal papers as parts from top to bottom, before any printer. */
export { receiptSlip } from './receipt.js';
export type { Slip, SlipPart } from './slip.js';
export { testSlip } from './test.js';
export { type Ticket, ticketSlip } from './ticket.js';
export { waitingSlip } from './waiting.js';
export { TORN_SLIP_ENDING } from './words.js';
