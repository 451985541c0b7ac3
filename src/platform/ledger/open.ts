import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { SqlJsStatic } from 'sql.js';
import { type Disk, DiskError, type Log } from '../../base/index.js';
import { changeOf } from './change.js';
import { createSegment, DATA_START, DICTIONARY, type Segment } from './segment.js';
import { lastSequenceOf, SegmentFiles } from './files.js';
import { readIdentity, writeIdentity } from './identity.js';
import {
  clearTorn,
  type Damage,
  replay,
  type Replayed,
  rewriteUnproven,
  rewriteUnprovenHeads,
  unacceptedDamage,
} from './recovery.js';
import {
  startOfLog,
  positionAfter,
  type Located,
  type Position,
  recordAt,
  type RecordVisitor,
  wholeRecords,
} from './scan.js';
import { InvoiceIndex } from './views/invoices.js';
import { MainView } from './views/main.js';
import { tolerant } from './tolerantDisk.js';
import { loadSnapshots } from './views/snapshot.js';
import { IndexSaver } from './views/indexSaver.js';
import { Views } from './views/views.js';
import type { WritableSegment } from './entry.js';

/** Folders of the ledger inside the data folder. */
export const LOG_FOLDER = 'log';
export const VIEWS_FOLDER = 'views';
export const QUARANTINE_FOLDER = 'quarantine';

interface OpenOptions {
  readonly disk: Disk;
  /** The data folder; the caller holds its lock unless `readOnly`. */
  readonly folder: string;
  readonly sql: SqlJsStatic;
  readonly now: () => number;
  readonly log: Log;
  /** Nothing on the disk is changed; a torn tail is skipped. */
  readonly readOnly: boolean;
}

/** The log and its views as found at the start. */
export interface OpenedLog {
  readonly boxId: Buffer;
  readonly files: SegmentFiles;
  readonly views: Views;
  readonly position: Position;
  readonly damage: readonly Damage[];
  /** UTC ms of the newest record; 0 in an empty log. */
  readonly lastTime: number;
  /** Time of the first record in the segment that grows, UTC ms; 0 when it has none. */
  readonly segmentTime: number;
  /** Records that were read because no snapshot contained them. */
  readonly replayed: number;
  /** Where writing continues; undefined in a damaged or read-only log. */
  readonly writable: { readonly current: WritableSegment; readonly spare: WritableSegment | undefined } | undefined;
}

/**
 * Prepares the log for writing, and brings the views up to its end. `useSnapshots`: false when the log records an
 * accepted loss after the newest snapshot. That snapshot still has the lost receipts, so the views are rebuilt. Throws
 * DiskError.
 */
export async function openLog(options: OpenOptions, useSnapshots = true): Promise<OpenedLog> {
  const { disk, folder, sql, log, readOnly } = options;
  const logFolder = join(folder, LOG_FOLDER);
  const viewsFolder = join(folder, VIEWS_FOLDER);
  if (!readOnly) {
    await disk.makeDir(logFolder);
    await disk.makeDir(viewsFolder);
    await disk.syncDir(folder);
  }
  // A bad block loses the records in it, but does not prevent the start; the ledger is then read-only.
  const survey = tolerant(disk);
  const files = new SegmentFiles(survey, logFolder, survey.lostOf);
  const identity = await readIdentity(disk, folder);
  const { boxId, numbers, unreadable } = await listSegments(files, identity, readOnly);
  const box = boxId.toString('hex');
  const rebuild = (segment: number): Promise<InvoiceIndex> => indexOf(disk, logFolder, segment);
  const viewsOptions = { disk, folder: viewsFolder, boxId: box, rebuild };

  const first = numbers[0] ?? 1;
  let views = new Views(viewsOptions, new MainView(sql), InvoiceIndex.empty(first));
  let position = startOfLog(first);
  let snapshotSequence = 0;
  let lastTime = 0;
  for await (const snapshot of useSnapshots ? loadSnapshots(disk, viewsFolder, box, sql) : []) {
    snapshotSequence = Math.max(snapshotSequence, snapshot.position.sequence);
    const record = await snapshotRecord(files, snapshot.position, numbers);
    if (record === undefined) {
      snapshot.main.close();
      continue;
    }
    views.close();
    views = new Views(viewsOptions, snapshot.main, snapshot.index);
    position = snapshot.position;
    lastTime = record.head.time;
    break;
  }
  if (numbers.length === 0 && (identity !== undefined || (await disk.list(viewsFolder)).length > 0)) {
    unreadable.push({ segment: 1, offset: 0, firstMissing: 1, lastMissing: 1 });
  }
  if (position.sequence === 0 && numbers.length > 0) log('ledger.rebuilding', { segments: numbers.length });

  let replayed = 0;
  // A full or failing disk slows the start down, but does not prevent it.
  const reportUnsaved =
    (event: 'ledger.snapshot_failed' | 'ledger.id_not_saved') =>
    (error: unknown): void => {
      if (!(error instanceof DiskError)) throw error;
      log(event, { operation: error.operation, code: error.code });
    };
  const segments = await openFrom(files, numbers, position.segment, boxId);
  const opened = new Set(segments.map(({ number }) => number));
  const headless = numbers.filter((number) => number >= position.segment && !opened.has(number));
  unreadable.push(...headless.map(unreadableSegment));
  const saver = new IndexSaver(views, readOnly, reportUnsaved('ledger.snapshot_failed'));
  const isFromSnapshot = position.sequence > 0;
  const { losses: knownLosses } = views.main.boxEvents;
  const visit: RecordVisitor = (located) => {
    replayed += 1;
    lastTime = located.record.head.time;
    views.apply(changeOf(located.record, located.segment.dictionary), refOf(located));
    return saver.afterRecord();
  };
  let result: Replayed;
  try {
    result = await replay(segments, position, visit, survey);
  } finally {
    await saver.finish();
  }
  const { losses } = views.main.boxEvents;
  if (isFromSnapshot && losses.length > knownLosses.length) {
    views.close();
    await files.close();
    return openLog(options, false);
  }
  const damage = unacceptedDamage([...unreadable, ...result.damage, ...missingAfter(result, snapshotSequence)], losses);
  const state = { boxId, files, views, position: result.position, lastTime, replayed };
  const segmentTime = await firstTime(files, result.position, numbers);
  survey.becomeStrict();
  if (damage.length > 0 || readOnly) return { ...state, segmentTime, damage, writable: undefined };

  await clearTorn(disk, join(folder, QUARANTINE_FOLDER), result.torn, options.now(), log);
  await rewriteUnproven(result.unproven);
  const writable = await writableOf(options, boxId, files, result.position, numbers);
  if (numbers.length > 0) await rewriteUnprovenHeads(disk, logFolder, unprovenOf(writable, result));
  if (!(identity instanceof Buffer)) {
    await writeIdentity(disk, folder, boxId).catch(reportUnsaved('ledger.id_not_saved'));
  }
  return { ...state, segmentTime, damage, writable };
}

/**
 * Lists the segments and the id of their box. A segment that is missing, has an incomplete header or belongs to another
 * box is damage, unless it is the last one and a power cut interrupted its creation. Headers between the first and the
 * last are checked when they are opened. `identity` is written after the first segment: if it exists, the creation of
 * the first was not interrupted.
 */
async function listSegments(
  files: SegmentFiles,
  identity: Buffer | 'unreadable' | undefined,
  readOnly: boolean,
): Promise<{ boxId: Buffer; numbers: number[]; unreadable: Damage[] }> {
  const found = new Set(await files.numbers());
  const last = Math.max(0, ...found);
  const numbers: number[] = [];
  const unreadable: Damage[] = [];
  let boxId = identity instanceof Buffer ? identity : undefined;
  for (let number = 1; number <= last; number += 1) {
    const isKnown = found.has(number) && numbers.length > 0 && number !== last;
    const owner = isKnown ? boxId : found.has(number) ? (await files.find(number))?.boxId : undefined;
    if (owner !== undefined && (boxId === undefined || owner.equals(boxId))) {
      boxId = owner;
      numbers.push(number);
    } else if (
      owner === undefined &&
      number === last &&
      (number > 1 || identity === undefined) &&
      (await files.isUnfinished(number))
    ) {
      if (!readOnly) await files.remove(number);
    } else {
      unreadable.push(unreadableSegment(number));
    }
  }
  return { boxId: boxId ?? randomBytes(16), numbers, unreadable };
}

/** Damage of a whole file; the neighbouring segments show which records it contained. */
function unreadableSegment(segment: number): Damage {
  return { segment, offset: 0, firstMissing: 0, lastMissing: 0 };
}

/** Opens the segments from `from` on; leaves out those whose header is incomplete or of another box. */
async function openFrom(
  files: SegmentFiles,
  numbers: readonly number[],
  from: number,
  boxId: Buffer,
): Promise<Segment[]> {
  const segments: Segment[] = [];
  for (const number of numbers) {
    const segment = number < from ? undefined : await files.find(number);
    if (segment?.boxId.equals(boxId) === true) segments.push(segment);
  }
  return segments;
}

/** The last record of a snapshot, if the log still has it. It proves that the snapshot belongs to this log. */
async function snapshotRecord(files: SegmentFiles, position: Position, numbers: readonly number[]) {
  if (!numbers.includes(position.segment)) return undefined;
  const segment = await files.find(position.segment);
  const record = segment && (await recordAt(segment, position.start));
  if (segment === undefined || record?.hash.equals(position.hash) !== true) return undefined;
  return isDeepStrictEqual(positionAfter({ record, segment, offset: position.start }), position) ? record : undefined;
}

/** Snapshots contain durable records only, so a log that ends before its snapshot has lost records. */
function missingAfter({ position }: Replayed, snapshotSequence: number): Damage[] {
  if (position.sequence >= snapshotSequence) return [];
  const { segment, offset, sequence } = position;
  return [{ segment, offset, firstMissing: sequence + 1, lastMissing: snapshotSequence }];
}

async function firstTime(files: SegmentFiles, position: Position, numbers: readonly number[]): Promise<number> {
  if (!numbers.includes(position.segment) || position.sequence === 0) return 0;
  const record = await recordAt(await files.open(position.segment), DATA_START);
  return record?.head.time ?? 0;
}

/** Where writing continues: after the last record, and in the spare segment if there is one. */
async function writableOf(
  { disk, folder, now }: OpenOptions,
  boxId: Buffer,
  files: SegmentFiles,
  position: Position,
  numbers: readonly number[],
): Promise<{ current: WritableSegment; spare: WritableSegment | undefined }> {
  const place = async (segment: Segment, end: number): Promise<WritableSegment> => ({
    segment,
    end,
    zeroed: Math.max(end, await segment.file.size()),
  });
  if (numbers.length === 0) {
    const segment = await createSegment(disk, join(folder, LOG_FOLDER), 1, boxId, DICTIONARY, now());
    files.adopt(segment);
    return { current: await place(segment, DATA_START), spare: undefined };
  }
  const current = await place(await files.open(position.segment), position.offset);
  const last = numbers[numbers.length - 1] ?? 1;
  const spare = last > position.segment ? await place(await files.open(last), DATA_START) : undefined;
  return { current, spare };
}

/** The segments to write on that have no record proven durable by a later record. */
function unprovenOf(
  { current, spare }: { readonly current: WritableSegment; readonly spare: WritableSegment | undefined },
  { position, unproven }: Replayed,
): Segment[] {
  const { segment } = current;
  const isProven =
    position.sequence > 0 &&
    current.end > DATA_START &&
    !unproven.some((located) => located.segment === segment && located.offset === DATA_START);
  return [...(isProven ? [] : [segment]), ...(spare === undefined ? [] : [spare.segment])];
}

/** The index of a full segment, built from all its readable records. */
async function indexOf(disk: Disk, folder: string, number: number): Promise<InvoiceIndex> {
  const index = InvoiceIndex.empty(number);
  const files = new SegmentFiles(tolerant(disk), folder);
  try {
    const last = await lastSequenceOf(files, number);
    const { records } = await wholeRecords(await files.open(number), DATA_START);
    for (const located of records.filter(({ record }) => record.head.sequence <= last)) {
      if (located.record.head.type !== 'result') continue;
      const change = changeOf(located.record, located.segment.dictionary);
      if (change.type === 'result') index.add(change.row, refOf(located));
    }
    return index;
  } finally {
    await files.close();
  }
}

function refOf({ record, segment, offset }: Located) {
  return { segment: segment.number, sequence: record.head.sequence, offset, length: record.length };
}
