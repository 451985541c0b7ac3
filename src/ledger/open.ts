import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { SqlJsStatic } from 'sql.js';
import { type Disk, DiskError } from '../base/disk.js';
import type { Log } from '../base/log.js';
import { changeOf } from './change.js';
import { DICTIONARY } from './dictionary.js';
import { SegmentFiles } from './files.js';
import { readIdentity, writeIdentity } from './identity.js';
import { clearTorn, type Damage, replay, type Replayed, settle, settleHeads } from './recover.js';
import { beginning, behind, type Located, type Position, recordAt, salvage } from './scan.js';
import { createSegment, DATA_START, type Segment } from './segment.js';
import { InvoiceIndex } from './views/invoices.js';
import { endBefore, type Start, startOf } from './starts.js';
import { MainView } from './views/main.js';
import { loadSnapshots } from './views/snapshot.js';
import { Saving } from './views/saving.js';
import { Views } from './views/views.js';
import type { Place } from './entry.js';

/** Folders of the ledger inside the data folder. */
export const LOG_FOLDER = 'log';
export const VIEWS_FOLDER = 'views';
const QUARANTINE_FOLDER = 'quarantine';

export interface OpenOptions {
  readonly disk: Disk;
  /** The data folder; the caller holds its lock unless `readOnly`. */
  readonly folder: string;
  readonly sql: SqlJsStatic;
  readonly now: () => number;
  readonly log: Log;
  /** Look only: nothing on the disk is changed, a torn tail is passed over. */
  readonly readOnly: boolean;
}

/** The log and its views as a start found them. */
export interface OpenedLog {
  readonly boxId: Buffer;
  readonly files: SegmentFiles;
  readonly views: Views;
  readonly position: Position;
  readonly damage: readonly Damage[];
  /** UTC ms of the newest record; 0 in an empty log. */
  readonly lastTime: number;
  /** Belgrade month is judged by the first record of the segment that grows. UTC ms; 0 when it has none. */
  readonly segmentTime: number;
  /** Records that were read because no snapshot held them. */
  readonly replayed: number;
  /** Where to write on; undefined in a damaged or read-only log. */
  readonly places: { readonly current: Place; readonly spare: Place | undefined } | undefined;
}

/** Brings the log into a state that can be written on, and the views up to its end. Throws DiskError. */
export async function openLog(options: OpenOptions): Promise<OpenedLog> {
  const { disk, folder, sql, log, readOnly } = options;
  const logFolder = join(folder, LOG_FOLDER);
  const viewsFolder = join(folder, VIEWS_FOLDER);
  if (!readOnly) {
    await disk.makeDir(logFolder);
    await disk.makeDir(viewsFolder);
    await disk.syncDir(folder);
  }
  const files = new SegmentFiles(disk, logFolder);
  const identity = await readIdentity(disk, folder);
  const { boxId, numbers, unreadable } = await takeStock(files, identity, readOnly);
  const box = boxId.toString('hex');
  const rebuild = (segment: number): Promise<InvoiceIndex> => indexOf(files, segment);
  const viewsOptions = { disk, folder: viewsFolder, boxId: box, rebuild };

  const first = numbers[0] ?? 1;
  let views = new Views(viewsOptions, new MainView(sql), InvoiceIndex.empty(first));
  let position = beginning(first);
  let promised = 0;
  let lastTime = 0;
  for await (const snapshot of loadSnapshots(disk, viewsFolder, box, sql)) {
    promised = Math.max(promised, snapshot.position.sequence);
    const witness = await witnessOf(files, snapshot.position, numbers);
    if (witness === undefined) {
      snapshot.main.close();
      continue;
    }
    views.close();
    views = new Views(viewsOptions, snapshot.main, snapshot.index);
    position = snapshot.position;
    lastTime = witness.head.time;
    break;
  }
  if (numbers.length === 0 && (identity !== undefined || (await disk.list(viewsFolder)).length > 0)) {
    unreadable.push({ segment: 1, offset: 0, firstMissing: 1, lastMissing: 1 });
  }
  if (position.sequence === 0 && numbers.length > 0) log('ledger.rebuilding', { segments: numbers.length });

  let replayed = 0;
  // A disk that is full or failing costs memory and a longer start, not the start.
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
  const saving = new Saving(views, readOnly, reportUnsaved('ledger.snapshot_failed'));
  const result = await replay(segments, position, (located) => {
    replayed += 1;
    lastTime = located.record.head.time;
    views.apply(changeOf(located.record, located.segment.dictionary), refOf(located));
    return saving.carryOn();
  }).finally(() => saving.end());
  const damage = [...unreadable, ...result.damage, ...brokenPromise(result, promised)];
  const state = { boxId, files, views, position: result.position, lastTime, replayed };
  const segmentTime = await firstTime(files, result.position, numbers);
  if (damage.length > 0 || readOnly) return { ...state, segmentTime, damage, places: undefined };

  await clearTorn(disk, join(folder, QUARANTINE_FOLDER), result.torn, options.now(), log);
  await settle(result.unproven);
  const places = await placesOf(options, boxId, files, result.position, numbers);
  if (numbers.length > 0) await settleHeads(disk, logFolder, unprovenOf(places, result));
  if (!(identity instanceof Buffer)) {
    await writeIdentity(disk, folder, boxId).catch(reportUnsaved('ledger.id_not_saved'));
  }
  return { ...state, segmentTime, damage, places };
}

/**
 * Which segments there are, and whose. One that is missing, or whose header is not whole, or of another box, is damage,
 * unless it is the last and its making was cut short. Headers between the first and the last are looked at when opened.
 * The making of the first cannot have been cut short when `identity` was written behind it.
 */
async function takeStock(
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

/** Damage of a whole file; the records it held become known by what lies around it. */
function unreadableSegment(segment: number): Damage {
  return { segment, offset: 0, firstMissing: 0, lastMissing: 0 };
}

/** Opens the segments from one on; leaves out those whose header is not whole or of another box. */
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

/** The record that a snapshot ends with: it proves that the snapshot is of this log and that the log still has it. */
async function witnessOf(files: SegmentFiles, position: Position, numbers: readonly number[]) {
  if (!numbers.includes(position.segment)) return undefined;
  const segment = await files.find(position.segment);
  const record = segment && (await recordAt(segment, position.start));
  if (segment === undefined || record?.hash.equals(position.hash) !== true) return undefined;
  return isDeepStrictEqual(behind({ record, segment, offset: position.start }), position) ? record : undefined;
}

/** A snapshot is made of durable records only: a log that ends before it has lost some. */
function brokenPromise({ position }: Replayed, promised: number): Damage[] {
  if (position.sequence >= promised) return [];
  const { segment, offset, sequence } = position;
  return [{ segment, offset, firstMissing: sequence + 1, lastMissing: promised }];
}

async function firstTime(files: SegmentFiles, position: Position, numbers: readonly number[]): Promise<number> {
  if (!numbers.includes(position.segment) || position.sequence === 0) return 0;
  const record = await recordAt(await files.open(position.segment), DATA_START);
  return record?.head.time ?? 0;
}

/** Where writing goes on: behind the last record, and the spare segment if one lies ready. */
async function placesOf(
  { disk, folder, now }: OpenOptions,
  boxId: Buffer,
  files: SegmentFiles,
  position: Position,
  numbers: readonly number[],
): Promise<{ current: Place; spare: Place | undefined }> {
  const place = async (segment: Segment, end: number): Promise<Place> => ({
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

/** Segments to write on that hold no record which a later one says is durable. */
function unprovenOf(
  { current, spare }: { readonly current: Place; readonly spare: Place | undefined },
  { position, unproven }: Replayed,
): Segment[] {
  const { segment } = current;
  const isProven =
    position.sequence > 0 &&
    current.end > DATA_START &&
    !unproven.some((located) => located.segment === segment && located.offset === DATA_START);
  return [...(isProven ? [] : [segment]), ...(spare === undefined ? [] : [spare.segment])];
}

/** The index of one full segment, made from all of its records that can be read. */
async function indexOf(files: SegmentFiles, number: number): Promise<InvoiceIndex> {
  const index = InvoiceIndex.empty(number);
  const last = await lastSequenceOf(files, number);
  const { records } = await salvage(await files.open(number), DATA_START);
  for (const located of records.filter(({ record }) => record.head.sequence <= last)) {
    if (located.record.head.type !== 'result') continue;
    const change = changeOf(located.record, located.segment.dictionary);
    if (change.type === 'result') index.add(change.row, refOf(located));
  }
  return index;
}

/** The last sequence that counts in a full segment. */
async function lastSequenceOf(files: SegmentFiles, number: number): Promise<number> {
  const later: Start[] = [];
  for (const other of await files.numbers()) {
    const segment = other > number ? await files.find(other) : undefined;
    const start = segment && (await startOf(segment));
    if (start !== undefined) later.push(start);
    if (start?.isProven === true) break;
  }
  return endBefore(later);
}

export function refOf({ record, segment, offset }: Located) {
  return { segment: segment.number, sequence: record.head.sequence, offset, length: record.length };
}
