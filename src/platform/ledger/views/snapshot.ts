import { join } from 'node:path';
import type { SqlJsStatic } from 'sql.js';
import type { Disk } from '../../../base/index.js';
import type { Position } from '../scan.js';
import { type Formats, loadView, madeOf, saveView } from './image.js';
import { InvoiceIndex } from './invoices.js';
import { MainView } from './main.js';

/** The views as they were after one record of the log. */
export interface Snapshot {
  readonly position: Position;
  readonly main: MainView;
  readonly index: InvoiceIndex;
}

/** Number of snapshots to store: if the newest is damaged, the older one needs a longer replay, but no rebuild. */
const GENERATIONS = 2;
const NAME = /^\d{12}\.snap$/;

function nameOf(sequence: number): string {
  return `${String(sequence).padStart(12, '0')}.snap`;
}

interface SavedPosition extends Omit<Position, 'hash'> {
  readonly hash: string;
}

/** Saves the images durably, then removes all but the two newest snapshots. Throws DiskError. */
export async function saveSnapshot(
  disk: Disk,
  folder: string,
  boxId: string,
  position: Position,
  images: { readonly index: number; readonly parts: readonly Uint8Array[] },
): Promise<void> {
  const name = nameOf(position.sequence);
  const saved: SavedPosition = { ...position, hash: position.hash.toString('hex') };
  await saveView(disk, join(folder, name), {
    head: { box: boxId, position: saved, index: images.index },
    parts: images.parts,
  });
  const older = (await disk.list(folder)).filter((other) => NAME.test(other) && other < name);
  for (const old of older.slice(0, Math.max(0, older.length - GENERATIONS + 1))) await disk.remove(join(folder, old));
}

interface SavedSnapshot {
  readonly position: Position;
  readonly index: number;
  /** Image of `main`. */
  readonly main: Uint8Array;
  /** Parts of the index. */
  readonly parts: readonly Uint8Array[];
}

/** Readable snapshot files of this box, or of any box when no id is given; newest first, one at a time. */
async function* savedSnapshots(
  disk: Disk,
  folder: string,
  boxId: string | undefined,
  formats: Formats,
): AsyncGenerator<SavedSnapshot> {
  const names = (await disk.list(folder)).filter((name) => NAME.test(name));
  for (const name of names.reverse()) {
    const saved = await loadView(disk, join(folder, name), formats);
    const [main, ...parts] = saved?.parts ?? [];
    if (saved === undefined || main === undefined) continue;
    if (boxId !== undefined && saved.head['box'] !== boxId) continue;
    const position = madeOf(() => positionOf(saved.head['position'] as SavedPosition));
    if (position === undefined || name !== nameOf(position.sequence)) continue;
    yield { position, index: Number(saved.head['index']), main, parts };
  }
}

/** Throws on an invalid position. */
function positionOf({ hash, ...numbers }: SavedPosition): Position {
  const { segment, start, offset, sequence, epoch } = numbers;
  if (![segment, start, offset, sequence, epoch].every(Number.isSafeInteger)) throw new TypeError('not a number');
  return { segment, start, offset, sequence, epoch, hash: Buffer.from(hash, 'hex') };
}

/** Readable snapshots of this box, newest first, one at a time. */
export async function* loadSnapshots(
  disk: Disk,
  folder: string,
  boxId: string,
  sql: SqlJsStatic,
  formats: Formats = {},
): AsyncGenerator<Snapshot> {
  for await (const { position, index, main, parts } of savedSnapshots(disk, folder, boxId, formats)) {
    const views = madeOf(() => {
      const growing = InvoiceIndex.from(index, parts);
      return { main: new MainView(sql, main), index: growing };
    });
    if (views !== undefined) yield { position, ...views };
  }
}

/**
 * Position of the last record in the newest snapshot, also of the previous format; undefined without snapshots.
 * Snapshots contain durable records only, so a log without this record has lost it.
 */
export async function newestSnapshotPosition(
  disk: Disk,
  folder: string,
  boxId: string | undefined,
): Promise<Position | undefined> {
  for await (const { position } of savedSnapshots(disk, folder, boxId, { earlier: true })) return position;
  return undefined;
}
