import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { SqlJsStatic } from 'sql.js';
import type { Disk } from '../base/disk.js';
import type { Log } from '../base/log.js';
import { changeOf } from './change.js';
import { DICTIONARY } from './dictionary.js';
import { SegmentFiles } from './files.js';
import { clearTorn, type Damage, replay, type Replayed, settle } from './recover.js';
import { beginning, type Located, type Position, recordAt, scan } from './scan.js';
import { createSegment, DATA_START, type Segment } from './segment.js';
import { InvoiceIndex } from './views/invoices.js';
import { MainView } from './views/main.js';
import { loadSnapshots } from './views/snapshot.js';
import { Views } from './views/views.js';
import type { Place } from './writer.js';

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
  const { boxId, numbers, unreadable } = await takeStock(files, readOnly);
  const box = boxId.toString('hex');
  const rebuild = (segment: number): Promise<InvoiceIndex> => indexOf(files, sql, segment);

  const first = numbers[0] ?? 1;
  let views = new Views(
    { sql, disk, folder: viewsFolder, boxId: box, rebuild, log },
    new MainView(sql),
    InvoiceIndex.open(sql, first),
  );
  let position = beginning(first);
  let promised = 0;
  let lastTime = 0;
  for await (const snapshot of loadSnapshots(disk, viewsFolder, box, sql)) {
    promised = Math.max(promised, snapshot.position.sequence);
    const witness = await witnessOf(files, snapshot.position, numbers);
    if (witness === undefined) {
      snapshot.main.close();
      snapshot.index.close();
      continue;
    }
    views.close();
    views = new Views({ sql, disk, folder: viewsFolder, boxId: box, rebuild, log }, snapshot.main, snapshot.index);
    position = snapshot.position;
    lastTime = witness.head.time;
    break;
  }
  if (numbers.length === 0 && (await disk.list(viewsFolder)).length > 0) {
    unreadable.push({ segment: 1, offset: 0, firstMissing: 1, lastMissing: 1 });
  }
  if (position.sequence === 0 && numbers.length > 0) log('ledger.rebuilding', { segments: numbers.length });

  let replayed = 0;
  const segments = await openFrom(files, numbers, position.segment);
  const result = await replay(segments, position, async (located) => {
    replayed += 1;
    lastTime = located.record.head.time;
    views.apply(changeOf(located.record, located.segment.dictionary), refOf(located));
    if (!readOnly && views.sealing) await views.seal();
  });
  const damage = [...unreadable, ...result.damage, ...brokenPromise(result, promised)];
  const state = { boxId, files, views, position: result.position, lastTime, replayed };
  const segmentTime = await firstTime(files, result.position, numbers);
  if (damage.length > 0 || readOnly) return { ...state, segmentTime, damage, places: undefined };

  await clearTorn(disk, join(folder, QUARANTINE_FOLDER), result.torn, options.now(), log);
  await settle(result.unproven);
  const places = await placesOf(options, boxId, files, result.position, numbers);
  return { ...state, segmentTime, damage, places };
}

/** Which segments there are, and whose. A missing or unreadable one is damage, unless its making was cut short. */
async function takeStock(
  files: SegmentFiles,
  readOnly: boolean,
): Promise<{ boxId: Buffer; numbers: number[]; unreadable: Damage[] }> {
  const found = await files.numbers();
  const [first] = found;
  const last = found[found.length - 1];
  const unreadable: Damage[] = [];
  if (first === undefined || last === undefined) return { boxId: randomBytes(16), numbers: [], unreadable };
  const numbers: number[] = [];
  let boxId: Buffer | undefined;
  for (let number = first; number <= last; number += 1) {
    const readHeader = number === last || boxId === undefined || !found.includes(number);
    const owner = !readHeader ? boxId : found.includes(number) ? await files.boxOf(number) : undefined;
    if (owner !== undefined) {
      boxId ??= owner;
      numbers.push(number);
    } else if (number !== last || readOnly || !(await files.dropUnfinished(number))) {
      unreadable.push({ segment: number, offset: 0, firstMissing: 0, lastMissing: 0 });
    }
  }
  return { boxId: boxId ?? randomBytes(16), numbers, unreadable };
}

async function openFrom(files: SegmentFiles, numbers: readonly number[], from: number): Promise<Segment[]> {
  const segments: Segment[] = [];
  for (const number of numbers) if (number >= from) segments.push(await files.open(number));
  return segments;
}

/** The record that a snapshot ends with: it proves that the snapshot is of this log and that the log still has it. */
async function witnessOf(files: SegmentFiles, position: Position, numbers: readonly number[]) {
  if (!numbers.includes(position.segment)) return undefined;
  const record = await recordAt(await files.open(position.segment), position.start);
  return record?.hash.equals(position.hash) === true ? record : undefined;
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

/** The index of one segment, made from its records. */
async function indexOf(files: SegmentFiles, sql: SqlJsStatic, number: number): Promise<InvoiceIndex> {
  const segment = await files.open(number);
  const first = await recordAt(segment, DATA_START);
  const index = InvoiceIndex.open(sql, number);
  if (first === undefined) return index;
  const before: Position = {
    ...beginning(number),
    sequence: first.head.sequence - 1,
    epoch: first.head.epoch,
    hash: first.head.previous,
  };
  await scan(segment, before, Number.MAX_SAFE_INTEGER, (located) => {
    const change = changeOf(located.record, located.segment.dictionary);
    if (change.type === 'result') index.add(change.row, refOf(located));
  });
  return index;
}

export function refOf({ record, segment, offset }: Located) {
  return { segment: segment.number, sequence: record.head.sequence, offset, length: record.length };
}
