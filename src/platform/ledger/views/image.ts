import { crc32 } from 'node:zlib';
import { type Disk, type DiskFile, readWhole, writeAtomic } from '../../../base/index.js';

/**
 * A saved view on disk: magic, CRC-32 of the rest up to the parts, a JSON head with the length of each part and the
 * CRC-32 of each {@link PAGE} of what follows it, the parts. It may be deleted at any time. A file that is damaged, or
 * not in the format of this release, counts as absent.
 */
const MAGIC = Buffer.from('KBVIEW10');
/**
 * The previous format, which differs in the days of receipts. A repair reads it if it is the only source of lost
 * records.
 */
const EARLIER_MAGIC = Buffer.from('KBVIEW09');
const PREFIX = 16;
/** Bytes that share one checksum: a part can be read in pieces, and each is verified. */
const PAGE = 4096;
/** The head of nearly every index fits into the first read, bytes. */
const FIRST_READ = 4096;

interface SavedView {
  readonly head: Readonly<Record<string, unknown>>;
  readonly parts: readonly Uint8Array[];
}

/** Writes the file durably, replacing an older one of the same name. Throws DiskError. */
export async function saveView(disk: Disk, path: string, view: SavedView): Promise<void> {
  const parts = Buffer.concat(view.parts);
  const lengths = view.parts.map((part) => part.length);
  const head = Buffer.from(JSON.stringify({ ...view.head, lengths, sums: sumsOf(parts).toString('base64') }));
  const prefix = Buffer.alloc(PREFIX);
  MAGIC.copy(prefix);
  prefix.writeUInt32LE(head.length, 12);
  prefix.writeUInt32LE(crc32(head, crc32(prefix.subarray(12))), 8);
  await writeAtomic(disk, path, Buffer.concat([prefix, head, parts]));
}

/** The CRC-32 of each page, 4 bytes each. */
function sumsOf(pages: Buffer): Buffer {
  const sums = Buffer.alloc(Math.ceil(pages.length / PAGE) * 4);
  for (let at = 0; at < pages.length; at += PAGE) {
    sums.writeUInt32LE(crc32(pages.subarray(at, at + PAGE)), (at / PAGE) * 4);
  }
  return sums;
}

/** `earlier`: also accept views of the previous format, whose days are those of the clock of the box. */
export interface Formats {
  readonly earlier?: boolean;
}

/**
 * Reads a saved view; undefined when it is absent or incomplete. Its parts belong to the caller, who may change them.
 */
export async function loadView(disk: Disk, path: string, formats: Formats = {}): Promise<SavedView | undefined> {
  const bytes = await readOf(() => readWhole(disk, path));
  if (bytes === undefined || bytes === null) return undefined;
  return madeOf(() => {
    const head = headOf(bytes, formats);
    if (head === undefined) return undefined;
    const pages = bytes.subarray(head.end);
    if (pages.length !== head.starts.at(-1) || !sumsOf(pages).equals(head.sums)) return undefined;
    return { head: head.members, parts: head.starts.slice(1).map((end, at) => pages.subarray(head.starts[at], end)) };
  });
}

interface ViewHead {
  readonly members: Readonly<Record<string, unknown>>;
  /** Offset of the parts in the file, bytes. */
  readonly end: number;
  /** Offset of each part after the head, and of the end of the last one, bytes. */
  readonly starts: readonly number[];
  readonly sums: Buffer;
}

/**
 * The head of a file that begins with these bytes; undefined when it is incomplete. Throws on a head that no release
 * has written.
 */
function headOf(bytes: Buffer, formats?: Formats): ViewHead | undefined {
  const end = headEnd(bytes, formats);
  if (end > bytes.length || bytes.readUInt32LE(8) !== crc32(bytes.subarray(12, end))) return undefined;
  const members = JSON.parse(bytes.toString('utf8', PREFIX, end)) as { lengths: number[]; sums: string };
  const { lengths, sums } = members;
  let start = 0;
  return {
    ...{ members: { ...members }, end },
    starts: [0, ...lengths.map((length) => (start += length))],
    sums: Buffer.from(sums, 'base64'),
  };
}

/** End of the head according to its length field; Infinity for bytes that do not begin a view. */
function headEnd(bytes: Buffer, { earlier = false }: Formats = {}): number {
  const magics = earlier ? [MAGIC, EARLIER_MAGIC] : [MAGIC];
  const isView = bytes.length >= PREFIX && magics.some((magic) => bytes.subarray(0, 8).equals(magic));
  return isView ? PREFIX + bytes.readUInt32LE(12) : Infinity;
}

/** A saved view that is read in pieces. */
export interface ViewPieces {
  readonly head: Readonly<Record<string, unknown>>;
  /** Bytes of each part. */
  readonly lengths: readonly number[];
  /** Throws RangeError for bytes that are missing or damaged. */
  read(part: number, from: number, length: number): Promise<Buffer>;
}

/** The result of `work` on pieces of a saved view; undefined when the view is absent, or damaged where it was read. */
export async function readPieces<T>(
  disk: Disk,
  path: string,
  work: (view: ViewPieces) => Promise<T>,
): Promise<T | undefined> {
  return readOf(async () => {
    const file = await disk.open(path);
    try {
      const view = await piecesOf(file);
      return view && (await work(view));
    } finally {
      await file.close();
    }
  });
}

async function piecesOf(file: DiskFile): Promise<ViewPieces | undefined> {
  const first = await file.read(0, FIRST_READ);
  const end = headEnd(first);
  // An invalid length must not make the box allocate gigabytes.
  if (end > first.length && !(end <= (await file.size()))) return undefined;
  const head = headOf(end <= first.length ? first : await file.read(0, end));
  if (head === undefined) return undefined;
  const { members, starts, sums } = head;
  return {
    head: members,
    lengths: starts.slice(1).map((to, part) => to - (starts[part] ?? 0)),
    async read(part, from, length) {
      const at = (starts[part] ?? NaN) + from;
      const start = Math.floor(at / PAGE) * PAGE;
      const stop = Math.min(Math.ceil((at + length) / PAGE) * PAGE, starts.at(-1) ?? 0);
      if (!(from >= 0 && length >= 0 && at + length <= (starts[part + 1] ?? NaN)))
        throw new RangeError('no such bytes');
      const pages = await file.read(head.end + start, stop - start);
      const isWhole = sumsOf(pages).equals(sums.subarray((start / PAGE) * 4, Math.ceil(stop / PAGE) * 4));
      if (!isWhole) throw new RangeError('damaged pages');
      return pages.subarray(at - start, at - start + length);
    },
  };
}

/**
 * The result of `make` for a saved view; undefined when it throws. Even with a valid checksum a view may have been
 * written from faulty memory or by another release; then it counts as absent too.
 */
export function madeOf<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

/** As {@link madeOf}, for reads of the disk: a view on a bad block counts as absent too. */
async function readOf<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch {
    return undefined;
  }
}
