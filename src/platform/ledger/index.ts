/**
 * The ledger: an append-only log of records on flash, which is the source of truth, and views made from it in memory.
 *
 * - A record is one change (`changeTypes.ts`). A segment is one file of the log (`segment.ts`); a seal is an empty
 *   record that proves that the one before it was durable.
 * - A view is sql.js tables or columns in memory. It is saved as a snapshot, may be deleted at any time, and is rebuilt
 *   from the log.
 * - An intent records that a processor is about to be asked to sign; a result or an abort ends it.
 *
 * Read `intent.ts` and `invoice.ts` (what a sale records), then `ledger.ts`. `record.ts` and `writer.ts` show how a
 * record reaches the flash, `recovery.ts` what a start does, and `views/main.ts` how records are read. `repair/` mends
 * a damaged log, `scrub/` finds damage in old records, `events/` serves clients that follow the log.
 */
export { auditCopyOf, type AuditRecord, type LogPlace } from './audit.js';
export type { Reservation, StorageFailure } from './entry.js';
export {
  type BoxEvent,
  eventsOfMachine,
  type OrderInDoubt,
  type ResetCause,
  RESTART_REASONS,
  type RestartReason,
} from './boxEvent.js';
export { decodePlace, encodePlace, type EventPlace, placeOf } from './events/eventPlace.js';
export { repairLedger, receiptText } from './repair/carryOut.js';
export { planRepair } from './repair/plan.js';
export type { NoRepair, RepairPlan, RepairSource } from './repair/repairPlan.js';
export type { RecordPage, EventRecord } from './events/recordPage.js';
export { EVENT_TYPES, type EventContent, type EventType, type LedgerEvent } from './events/ledgerEvent.js';
export {
  GROUP_PARTS,
  type GroupPart,
  type GroupVersion,
  type NotifiedAlarm,
  type NotifyCursor,
  type ReceivedVersion,
  type SeenAddress,
  type StoredItem,
  type StoredKey,
  type StoredTablet,
  type StoredUser,
  USER_ROLES,
  type UserRole,
} from './shopRecords.js';
export { readIdentity } from './identity.js';
export { DATA_FORMAT, RECORD_TYPES } from './record.js';
export type { AuditEntry } from './changeTypes.js';
export type { AbortCause, Intent, OpenIntentState } from './intent.js';
export type { Attempt, InvoiceRow, IssuedInvoice } from './invoice.js';
export type { InvoiceSequence } from './invoiceReader.js';
export {
  JOB_REASONS,
  JOB_STATES,
  type JobReason,
  type JobState,
  PRINTER_FAULTS,
  type PrinterFault,
  type PrintJob,
  type ProbedPrinter,
  type ProbeFindings,
} from './job.js';
export { Ledger } from './ledger.js';
export { LOG_FOLDER } from './open.js';
export type { LedgerOptions } from './options.js';
export {
  encodeProfile,
  isProfileOf,
  type AnswerMemory,
  type ProcessorProfile,
  type UnknownIdAnswer,
} from './processorProfile.js';
export type { ClosedOrder, QueuedOrder, QueueState, QueueTicket, Removal, Settlement } from './queuedOrder.js';
export { UnreadableRecord } from './read.js';
export type { Damage } from './recovery.js';
export { BLOCK, segmentName, segmentNumber } from './segment.js';
export { Scrub, type ScrubReport } from './scrub/scrub.js';
export { tolerant, type TolerantDisk } from './tolerantDisk.js';
export { type LossEntry, type Verification, verifyLedger, type VerifyOptions } from './verify.js';
export type { GroupStanding } from './views/shopRows.js';
export { hasEnded } from './views/jobs.js';
export type { KeyTally, PastTally } from './views/keyActivity.js';
export { MainView } from './views/main.js';
export { Queue } from './views/queue.js';
export { haveClocksDiverged, CLOCKS_APART, type TimedReceipt, wasCorrected } from './views/receiptTimes.js';
export { loadSql, missingSql } from './views/sql.js';
export type { DayTurnover, NamedTurnover, Period, Turnover, TurnoverKind } from './views/turnover.js';
export { Wear, WEAR_CAUSES, type WearCause } from './wear.js';
