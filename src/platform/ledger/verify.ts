import { join } from 'node:path';
import { type Disk, type UtcMs, defineMessages, type Message } from '../../base/index.js';
import { changeOf, invoiceOf } from './change.js';
import type { RecordsLost } from './boxEvent.js';
import type { AuditEntry, Change, IntentChange } from './changeTypes.js';
import { SegmentFiles } from './files.js';
import { readIdentity } from './identity.js';
import type { IssuedInvoice } from './invoice.js';
import { type Damage, replay, unacceptedDamage } from './recovery.js';
import { LOG_FOLDER, VIEWS_FOLDER } from './open.js';
import type { QueuedOrder } from './queuedOrder.js';
import { RECORD_TYPES, type RecordType } from './record.js';
import { startOfLog, type Position, type RecordVisitor } from './scan.js';
import type { Segment } from './segment.js';
import { tolerant } from './tolerantDisk.js';
import { newestSnapshotPosition } from './views/snapshot.js';

const MESSAGES = defineMessages('verify', {
  badContent: {
    en: 'record {number} ({type}) in segment {segment} at {offset}: its content cannot be read',
    sr: 'запис {number} ({type}) у сегменту {segment}, на месту {offset}: садржај не може да се прочита',
  },
  fewerThanViews: {
    en: '{records} missing at the end of the log: saved views show that they existed',
    sr: 'на крају дневника недостаје: {records}; по снимљеним прегледима је то постојало',
  },
  fewerThanService: {
    en: '{records} missing at the end of the log: the service had confirmed them',
    sr: 'на крају дневника недостаје: {records}; сервис је то потврдио',
  },
  missing: {
    en: '{records} missing in segment {segment} at {offset}',
    sr: 'у сегменту {segment}, од места {offset}, недостаје: {records}',
  },
  ofLaterRelease: {
    en: '{records} written by a later release of the box in segment {segment} at {offset}',
    sr: 'уписало новије издање уређаја, у сегменту {segment}, на месту {offset}: {records}',
  },
  record: { en: 'record {number}', sr: 'запис {number}' },
  records: { en: 'records {first} to {last}', sr: 'записи {first} до {last}' },
  otherRecord: {
    en: 'record {number} is not the one that the saved views were made from',
    sr: 'запис {number} није онај од кога су направљени снимљени прегледи',
  },
  noSegment: {
    en: '{folder} has no segment, but the box has written there',
    sr: 'у {folder} нема ниједног сегмента, а уређај је ту уписивао',
  },
  foreignSegment: { en: 'segment {segment} is from another box', sr: 'сегмент {segment} је са другог уређаја' },
  badHeader: {
    en: 'the header of segment {segment} cannot be read',
    sr: 'заглавље сегмента {segment} не може да се прочита',
  },
  unreadable: {
    en: 'segment {segment} cannot be read at {offset}, after record {number}: it is not known whether there were records',
    sr: 'сегмент {segment} не може да се прочита на месту {offset}, иза записа {number}: не зна се да ли је ту било записа',
  },
});

export interface Verification {
  /** Number of records of each type that are intact, in place, and chained to the previous one. */
  readonly counts: Readonly<Record<RecordType, number>>;
  /** Sequence of the last record that was read. */
  readonly sequence: number;
  /** SHA-256 of the last record that was read, hex; zeros without records. */
  readonly hash: string;
  /** In the order of the log; empty for a sound ledger. */
  readonly faults: readonly Message[];
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
type Decision = ReceiptDecision | SaleDecision;

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

type RecordPlace = Parameters<typeof MESSAGES.badContent>[0];

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
  const faults: Message[] = [];
  const losses: LossEntry[] = [];
  let read = 0;
  let hash = startOfLog(1).hash;
  let snapshot: Position | undefined;
  /** Intents without an outcome so far, and their places. */
  const open = new Map<string, { readonly change: IntentChange; readonly place: RecordPlace }>();
  const takeIn = (
    change: Exclude<Change, { type: 'result' }>,
    place: RecordPlace,
  ): AuditEntry | Decision | undefined => {
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
      faults.push(MESSAGES.otherRecord({ number: sequence }));
    }
    const place = { number: sequence, type, segment: segment.number, offset };
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
      faults.push(MESSAGES.badContent(place));
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
      faults.push(MESSAGES.noSegment({ folder: logFolder }));
    }
    for (const segment of segments) {
      if (boxId?.equals(segment.boxId) === false) faults.push(MESSAGES.foreignSegment({ segment: segment.number }));
    }
    const { position, damage } = await replay(segments, from ?? startOfLog(segments[0]?.number ?? 1), visit, {
      lostOf: disk.lostOf,
      onDamage,
    });
    for (const { change, place } of open.values()) if (!isReadable(change)) faults.push(MESSAGES.badContent(place));
    const lost = unacceptedDamage(damage, losses).filter(({ firstMissing }) => firstMissing <= (upTo ?? firstMissing));
    faults.push(...lost.map(describe));
    const end = upTo ?? snapshot?.sequence ?? 0;
    if (position.sequence < end) {
      const { segment, offset, sequence: last } = position;
      const records = range(last + 1, end);
      faults.push(upTo === undefined ? MESSAGES.fewerThanViews({ records }) : MESSAGES.fewerThanService({ records }));
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
async function openAll(
  files: SegmentFiles,
  first: number,
  hasIdentity: boolean,
  faults: Message[],
): Promise<Segment[]> {
  const segments: Segment[] = [];
  const numbers = (await files.numbers()).filter((number) => number >= first);
  for (const number of numbers) {
    const segment = await files.find(number);
    const mayBeUnfinished = number === numbers[numbers.length - 1] && (number > 1 || !hasIdentity);
    if (segment !== undefined) segments.push(segment);
    else if (!mayBeUnfinished || !(await files.isUnfinished(number))) {
      faults.push(MESSAGES.badHeader({ segment: number }));
    }
  }
  return segments;
}

function describe({ segment, offset, firstMissing, lastMissing, isLater, isUnread }: Damage): Message {
  if (isUnread === true) {
    return MESSAGES.unreadable({ segment, offset, number: firstMissing - 1 });
  }
  const place = { records: range(firstMissing, lastMissing), segment, offset };
  return isLater === true ? MESSAGES.ofLaterRelease(place) : MESSAGES.missing(place);
}

function range(first: number, last: number): Message {
  return first === last ? MESSAGES.record({ number: first }) : MESSAGES.records({ first, last });
}
