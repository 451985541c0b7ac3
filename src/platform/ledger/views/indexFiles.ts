import { join } from 'node:path';
import type { Disk } from '../../../base/index.js';
import { Column, COLUMNS, hashOf, type KeyName, KEYS, partOfKey, partOfText, TEXTS } from './columns.js';
import { type Formats, loadView, madeOf, readPieces, saveView, type ViewPieces } from './image.js';
import { InvoiceIndex } from './invoices.js';

/** A key to look up rows by. */
export interface RowKey {
  readonly name: KeyName;
  readonly key: Uint8Array | string;
}

/** Size of a number in a column, bytes. */
const WIDTH = 4;
/** With more rows than this of one hash, reading the whole index is as fast. */
const MAX_ROWS = 16;

/**
 * Reads those rows of a saved index that have a key, in order, possibly with rows whose keys have the same hash. It
 * reads some 50 KB of the megabyte of a full segment's index; on flash, reading dominates the time of a look-up.
 * Undefined when too many rows match. Throws RangeError on a damaged index.
 */
export async function rowsOfKey(
  segment: number,
  view: ViewPieces,
  { name, key }: RowKey,
): Promise<InvoiceIndex | undefined> {
  const { lengths } = view;
  const hashes = partOfKey(KEYS.indexOf(name));
  const bytes = lengths[hashes] ?? 0;
  const numbers = [
    ...COLUMNS.map((_, at) => at),
    ...TEXTS.map((_, at) => partOfText(at) + 1),
    ...KEYS.flatMap((_, at) => [partOfKey(at), partOfKey(at) + 1]),
  ];
  if (lengths.length !== partOfKey(KEYS.length) || numbers.some((part) => lengths[part] !== bytes)) {
    throw new RangeError('an index of uneven columns');
  }
  const rows = rowsWith(Column.from(await view.read(hashes, 0, bytes)), key);
  if (rows === undefined) return undefined;
  const parts = await Promise.all([
    ...COLUMNS.map((_, at) => picked(view, at, rows)),
    ...TEXTS.flatMap((_, at) => {
      const part = partOfText(at);
      return [view.read(part, 0, lengths[part] ?? 0), picked(view, part + 1, rows)];
    }),
    ...KEYS.flatMap((_, at) => {
      const keys = pickedKeys(view, partOfKey(at), rows);
      return [picked(view, partOfKey(at), rows), keys.then(({ ends }) => ends), keys.then(({ bytes: all }) => all)];
    }),
  ]);
  return InvoiceIndex.from(segment, parts);
}

/** The rows whose key has the same hash; undefined for too many. */
function rowsWith(hashes: Column, key: Uint8Array | string): number[] | undefined {
  const wanted = typeof key === 'string' ? Buffer.from(key) : key;
  const hash = hashOf(wanted, 0, wanted.length);
  const rows: number[] = [];
  for (let row = hashes.find(hash, 0); row >= 0; row = hashes.find(hash, row + 1)) {
    if (rows.push(row) > MAX_ROWS) return undefined;
  }
  return rows;
}

/** The numbers of some rows of a column. */
async function picked(view: ViewPieces, part: number, rows: readonly number[]): Promise<Buffer> {
  return Buffer.concat(await Promise.all(rows.map((row) => view.read(part, row * WIDTH, WIDTH))));
}

/** The keys of some rows, and the end of each among them. */
async function pickedKeys(
  view: ViewPieces,
  first: number,
  rows: readonly number[],
): Promise<{ readonly ends: Buffer; readonly bytes: Buffer }> {
  const endOf = async (row: number): Promise<number> =>
    row < 0 ? 0 : (await view.read(first + 1, row * WIDTH, WIDTH)).readUInt32LE(0);
  const [last, ...keys] = await Promise.all([
    endOf((view.lengths[first] ?? 0) / WIDTH - 1),
    ...rows.map(async (row) => {
      const [before, end] = await Promise.all([endOf(row - 1), endOf(row)]);
      return view.read(first + 2, before, end - before);
    }),
  ]);
  if (last !== view.lengths[first + 2]) throw new RangeError('a column of uneven parts');
  const ends = Column.empty();
  for (const { length } of keys) ends.push(ends.at(ends.length - 1) + length);
  return { ends: Buffer.from(ends.bytes), bytes: Buffer.concat(keys) };
}

export interface IndexFolder {
  readonly disk: Disk;
  /** Folder of saved indexes and snapshots. */
  readonly folder: string;
  readonly boxId: string;
}

/** The saved indexes of full segments: `000001.idx`. */
export class IndexFiles {
  constructor(private readonly place: IndexFolder) {}

  /** Throws DiskError. */
  async save(index: InvoiceIndex): Promise<void> {
    const { disk, boxId } = this.place;
    const head = { box: boxId, segment: index.segment };
    await saveView(disk, this.pathOf(index.segment), { head, parts: index.parts });
  }

  /** Undefined when no intact index of this box is saved. */
  async load(segment: number, formats: Formats = {}): Promise<InvoiceIndex | undefined> {
    const saved = await loadView(this.place.disk, this.pathOf(segment), formats);
    if (saved === undefined || !this.isOf(segment, saved.head)) return undefined;
    return madeOf(() => InvoiceIndex.from(segment, saved.parts));
  }

  /** {@link rowsOfKey} of a saved index; undefined also when it could not be read. */
  rowsOf(segment: number, key: RowKey): Promise<InvoiceIndex | undefined> {
    return readPieces(this.place.disk, this.pathOf(segment), async (view) =>
      this.isOf(segment, view.head) ? rowsOfKey(segment, view, key) : undefined,
    );
  }

  private pathOf(segment: number): string {
    return join(this.place.folder, `${String(segment).padStart(6, '0')}.idx`);
  }

  private isOf(segment: number, head: Readonly<Record<string, unknown>>): boolean {
    return head['box'] === this.place.boxId && head['segment'] === segment;
  }
}
