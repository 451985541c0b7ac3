import { join } from 'node:path';
import type { Disk, UtcMs } from '../../base/index.js';
import { changeOf, invoiceOf } from './change.js';
import type { RecordsLost } from './boxEvent.js';
import type { AuditEntry, Change, IntentChange } from './changeTypes.js';
import { SegmentFiles } from './files.js';
import { readIdentity } from './identity.js';
import type { IssuedInvoice } from './invoice.js';
import { unsettled } from './losses.js';
import { LOG_FOLDER, VIEWS_FOLDER } from './open.js';
import { type Damage, replay } from './recovery.js';
import type { QueuedOrder } from './queuedOrder.js';
import { RECORD_TYPES, type RecordType } from './record.js';
import { startOfLog, type Position, type RecordVisitor } from './scan.js';
import type { Segment } from './segment.js';
import { tolerant } from './tolerantDisk.js';
import { newestSnapshotPosition } from './views/snapshot.js';

export interface Verification {
  /** Number of records of each type that are intact, in place, and chained to the previous one. */
  readonly counts: Readonly<Record<RecordType, number>>;
  /** Sequence of the last record that was read. */
  readonly sequence: number;
  /** SHA-256 of the last record that was read, hex; zeros without records. */
  readonly hash: string;
  /** In the order of the log; empty for a sound ledger. */
  readonly faults: readonly string[];
  /** Losses of records that an owner has accepted; they no longer count as faults. */
  readonly losses: readonly LossEntry[];
}

/** A loss of records that an owner has accepted, with its time. */
export type LossEntry = RecordsLost & { readonly at: UtcMs };

export interface VerifyOptions {
  readonly disk: Disk;
  /** The data folder. */
  readonly folder: string;
  /** Up to this sequence the log is durable while a service writes it; later records are skipped. */
  readonly upTo?: number;
  /** Called from time to time with the number of records read. */
  readonly progress?: (records: number) => void;
  /** Called with each audit entry, in order, with the time of its record (UTC ms). */
  readonly onAudit?: (entry: AuditEntry | Decision, time: UtcMs) => void;
  /** Position of a record of this log; reading starts after it. From the first record by default. */
  readonly from?: Position;
  /** Called with each record that is intact and in place. If it returns a promise, the next record waits for it. */
  readonly onRecord?: RecordVisitor;
  /** Called with each stretch of lost records when it is found, and with each record whose content is unreadable. */
  readonly onDamage?: (damage: Damage) => void;
}

/** What a person has decided about a receipt or a sale. */
export type Decision = ReceiptDecision | SaleDecision;

/** About an order of the queue: that it is removed, or how it is settled without a receipt under its key. */
interface SaleDecision {
  readonly event: 'queue.remove' | 'queue.settle';
  /** On the slip of the customer. */
  readonly number: number;
  /** PFR number of the receipt that settles it. */
  readonly receipt: string | null;
  readonly by: string;
  readonly reason: string | null;
}

/** About a receipt whose outcome the processor did not know. */
interface ReceiptDecision {
  readonly event: 'pfr.settle';
  /** Request id sent to the processor. */
  readonly requestId: string;
  /** PFR number of the receipt; null: it was not signed. */
  readonly number: string | null;
  readonly reason: string;
}

const STEP = 10_000;

/**
 * Reads every record from the first, with its body, and verifies the chain of hashes. Also verifies that the log is as
 * long as the id of the box and the saved views prove. The body of an ended intent is not decoded: its receipt has the
 * same content, and decoding both would take 50 % longer. Writes nothing.
 */
export async function verifyLedger(options: VerifyOptions): Promise<Verification> {
  const { folder, upTo, progress, onAudit, from, onRecord } = options;
  const onDamage = (damage: Damage): void => {
    if (damage.firstMissing <= (upTo ?? damage.firstMissing)) options.onDamage?.(damage);
  };
  const disk = tolerant(options.disk);
  const logFolder = join(folder, LOG_FOLDER);
  const viewsFolder = join(folder, VIEWS_FOLDER);
  const files = new SegmentFiles(disk, logFolder, disk.lostOf);
  const counts = Object.fromEntries(RECORD_TYPES.map((type) => [type, 0])) as Record<RecordType, number>;
  const faults: string[] = [];
  const losses: LossEntry[] = [];
  let read = 0;
  let hash = startOfLog(1).hash;
  let snapshot: Position | undefined;
  /** Intents without an outcome so far, and their places. */
  const open = new Map<string, { readonly change: IntentChange; readonly place: string }>();
  const takeIn = (change: Exclude<Change, { type: 'result' }>, place: string): AuditEntry | Decision | undefined => {
    if (change.type === 'intent') open.set(change.requestId ?? change.intent.requestId, { change, place });
    if (change.type === 'abort') open.delete(change.requestId);
    if (change.type === 'event' && change.event.kind === 'records-lost') losses.push(change.event);
    return entryOf(change);
  };
  const visit: RecordVisitor = (located) => {
    const { record, segment, offset } = located;
    const { type, sequence } = record.head;
    if (upTo !== undefined && sequence > upTo) return undefined;
    hash = record.hash;
    if (type === 'later') return undefined; // `replay` reports it
    if (sequence === snapshot?.sequence && !record.hash.equals(snapshot.hash)) {
      faults.push(`record ${sequence} is not the one that the saved views were made from`);
    }
    const place = `record ${sequence} (${type}) in segment ${segment.number} at ${offset}`;
    try {
      let entry: AuditEntry | Decision | undefined;
      if (type === 'result') {
        const invoice = invoiceOf(record, segment.dictionary);
        if (invoice.attempt !== undefined) open.delete(invoice.attempt.requestId);
        entry = decisionOf(invoice);
      } else {
        const change = changeOf(record, segment.dictionary);
        if (change.type !== 'result') entry = takeIn(change, place);
      }
      if (entry !== undefined) onAudit?.(entry, record.head.time);
      counts[type] += 1;
    } catch {
      faults.push(unreadable(place));
      onDamage({ segment: segment.number, offset, firstMissing: sequence, lastMissing: sequence });
    }
    read += 1;
    if (read % STEP === 0) progress?.(read);
    return onRecord?.(located);
  };
  try {
    const identity = await readIdentity(disk, folder);
    const segments = await openAll(files, from?.segment ?? 1, identity !== undefined, faults);
    const boxId = identity instanceof Buffer ? identity : segments[0]?.boxId;
    snapshot = await newestSnapshotPosition(disk, viewsFolder, boxId?.toString('hex'));
    if (segments.length === 0 && (identity !== undefined || (await disk.list(viewsFolder)).length > 0)) {
      faults.push(`${logFolder} holds no segment, but the box has written there`);
    }
    for (const segment of segments) {
      if (boxId?.equals(segment.boxId) === false) faults.push(`segment ${segment.number} is of another box`);
    }
    const { position, damage } = await replay(segments, from ?? startOfLog(segments[0]?.number ?? 1), visit, {
      lostOf: disk.lostOf,
      onDamage,
    });
    for (const { change, place } of open.values()) if (!isReadable(change)) faults.push(unreadable(place));
    const lost = unsettled(damage, losses).filter(({ firstMissing }) => firstMissing <= (upTo ?? firstMissing));
    faults.push(...lost.map(describe));
    const end = upTo ?? snapshot?.sequence ?? 0;
    if (position.sequence < end) {
      const proof = upTo === undefined ? 'the saved views were made from them' : 'the service has acknowledged them';
      const { segment, offset, sequence: last } = position;
      faults.push(`${range(last + 1, end)} missing at the end of the log: ${proof}`);
      onDamage({ segment, offset, firstMissing: last + 1, lastMissing: end });
    }
    const sequence = Math.min(position.sequence, upTo ?? position.sequence);
    return { counts, sequence, hash: hash.toString('hex'), faults, losses };
  } finally {
    await files.close();
  }
}

function decisionOf({ attempt, signature }: IssuedInvoice): Decision | undefined {
  if (attempt?.settled?.by !== 'person') return undefined;
  const { requestId, settled } = attempt;
  return { event: 'pfr.settle', requestId, number: signature.invoiceNumber, reason: settled.reason };
}

function unreadable(place: string): string {
  return `${place}: its content cannot be read`;
}

/** True when the body of an intent can be decoded, which happens on first access. */
function isReadable(change: IntentChange): boolean {
  try {
    return change.intent.requestId !== '';
  } catch {
    return false;
  }
}

function entryOf(change: Change): AuditEntry | Decision | undefined {
  if (change.type === 'audit') return change.entry;
  if (change.type === 'queued') return saleDecisionOf(change.order);
  if (change.type !== 'abort' || change.cause.by !== 'person') return undefined;
  const { requestId, cause } = change;
  return { event: 'pfr.settle', requestId, number: null, reason: cause.reason };
}

function saleDecisionOf({ number, removal, settlement }: QueuedOrder): Decision | undefined {
  if (settlement !== undefined) {
    const { receipt, by, reason } = settlement;
    return { event: 'queue.settle', number, receipt, by, reason };
  }
  return removal && { event: 'queue.remove', number, receipt: null, by: removal.by, reason: removal.reason };
}

/** The creation of a last segment without a whole header was cut short, unless it is the first of a box with an id. */
async function openAll(files: SegmentFiles, first: number, hasIdentity: boolean, faults: string[]): Promise<Segment[]> {
  const segments: Segment[] = [];
  const numbers = (await files.numbers()).filter((number) => number >= first);
  for (const number of numbers) {
    const segment = await files.find(number);
    const mayBeUnfinished = number === numbers[numbers.length - 1] && (number > 1 || !hasIdentity);
    if (segment !== undefined) segments.push(segment);
    else if (!mayBeUnfinished || !(await files.isUnfinished(number))) {
      faults.push(`the header of segment ${number} cannot be read`);
    }
  }
  return segments;
}

function describe({ segment, offset, firstMissing, lastMissing, isLater, isUnread }: Damage): string {
  if (isUnread === true) {
    return `segment ${segment} cannot be read at ${offset}, behind record ${firstMissing - 1}: whether it held records is not known`;
  }
  const what = isLater === true ? 'written by a later release of the box' : 'missing';
  return `${range(firstMissing, lastMissing)} ${what} in segment ${segment} at ${offset}`;
}

function range(first: number, last: number): string {
  return first === last ? `record ${first}` : `records ${first} to ${last}`;
}
