import { join } from 'node:path';
import {
  type Disk,
  DiskError,
  type DiskFile,
  readWhole,
  type UtcMs,
  defineMessages,
  type Message,
} from '../../base/index.js';
import {
  BLOCK,
  LOG_FOLDER,
  segmentName,
  segmentNumber,
  tolerant,
  type TolerantDisk,
  verifyLedger,
} from '../../platform/ledger/index.js';
import { FOLDERS, ID_FILE, type LogEnd, maxSizeOf } from './format.js';

const MESSAGES = defineMessages('backupSource', {
  missing: { en: 'records are missing that the box has stored', sr: 'недостају записи које је уређај сачувао' },
  otherRecord: {
    en: 'record {number} is not the one that the box stored',
    sr: 'запис {number} није онај који је уређај сачувао',
  },
  unreadable: { en: '{file} cannot be read', sr: '{file} не може да се прочита' },
});

export interface BackupSource {
  readonly disk: Disk;
  /** The data folder; a service may be writing after `end`. */
  readonly folder: string;
  /** The last record that is known to be durable. */
  readonly end: LogEnd;
  /** 32 hex digits. */
  readonly boxId: string;
  /** True when the service has found missing records. Some losses can be detected only by it. */
  readonly isDamaged: boolean;
  readonly version: string;
  readonly now: UtcMs;
  /** Called while the log is read, with the bytes done and those of the whole log. */
  readonly progress?: (done: number, all: number) => void;
}

/** A source that was read and checked from its first record to its last. */
export interface CheckedSource extends BackupSource {
  readonly disk: TolerantDisk;
  /** Damaged or missing data, English, in order of place; empty for a sound source. */
  readonly faults: readonly Message[];
  /** The other files of the backup. */
  readonly files: readonly SmallFile[];
  readonly segments: readonly SegmentPart[];
}

interface SmallFile {
  /** Path below the data folder. */
  readonly name: string;
  readonly bytes: Buffer;
}

/** The part of a segment that contains records. */
export interface SegmentPart {
  /** Path below the data folder. */
  readonly name: string;
  /** Bytes, from the beginning. */
  readonly size: number;
}

/** Bytes read at a time. */
export const PIECE = 256 * 1024;

/**
 * Reads everything that goes into the backup and checks every record, so that a backup of a damaged box is recognized
 * before it replaces a good one. From a failing disk it takes the readable data. Rejects with a DiskError when even
 * that fails.
 */
export async function checkSource(source: BackupSource): Promise<CheckedSource> {
  const { folder, end, boxId, isDamaged } = source;
  const disk = tolerant(source.disk);
  // Before the check, so that the check also detects losses of this read.
  const segments = await segmentsOf(disk, folder, end);
  const { faults: found, sequence, hash } = await verifyLedger({ disk, folder, upTo: end.sequence });
  const faults = [...found];
  if (faults.length === 0 && isDamaged) faults.push(MESSAGES.missing);
  if (faults.length === 0 && (sequence !== end.sequence || hash !== end.hash)) {
    faults.push(MESSAGES.otherRecord({ number: end.sequence }));
  }
  const files: SmallFile[] = [];
  for (const inside of FOLDERS) {
    for (const name of await disk.list(join(folder, inside))) {
      const bytes = await readSmall(source.disk, folder, join(inside, name));
      if (bytes === 'unreadable') faults.push(MESSAGES.unreadable({ file: join(inside, name) }));
      else if (bytes !== undefined) files.push({ name: join(inside, name), bytes });
    }
  }
  if (faults.length === 0) disk.becomeStrict();
  // A log that was never begun has no id yet: with an id, the spare box would conclude that its log was lost.
  if (end.sequence === 0 && faults.length === 0) return { ...source, disk, faults, files, segments: [] };
  const identity = { name: ID_FILE, bytes: Buffer.from(`${boxId}\n`) };
  return { ...source, disk, faults, files: [identity, ...files], segments };
}

async function segmentsOf(disk: Disk, folder: string, end: LogEnd): Promise<SegmentPart[]> {
  const segments: SegmentPart[] = [];
  for (const file of await disk.list(join(folder, LOG_FOLDER))) {
    const number = segmentNumber(file) ?? Infinity;
    const name = join(LOG_FOLDER, file);
    if (number > end.segment || file !== segmentName(number) || maxSizeOf(name) === undefined) continue;
    const opened = await disk.open(join(folder, name));
    try {
      const isLast = number === end.segment;
      segments.push({ name, size: isLast ? Math.min(end.offset, await opened.size()) : await usedOf(opened) });
    } finally {
      await opened.close();
    }
  }
  return segments;
}

/** Start of the zeros written ahead, bytes, plus one block in case the last record ends in zeros. */
async function usedOf(file: DiskFile): Promise<number> {
  const size = await file.size();
  for (let end = size; end > 0; end -= PIECE) {
    const from = Math.max(0, end - PIECE);
    const last = (await file.read(from, end - from)).findLastIndex((byte) => byte !== 0);
    if (last >= 0) return Math.min(size, (Math.floor((from + last) / BLOCK) + 2) * BLOCK);
  }
  return size;
}

/**
 * A file of the box. Undefined for folders, temporary files of an editor or an atomic replacement, and all other files
 * that a reader of backups would refuse.
 */
async function readSmall(disk: Disk, folder: string, name: string): Promise<Buffer | 'unreadable' | undefined> {
  const room = name.endsWith('.tmp') ? undefined : maxSizeOf(name);
  if (room === undefined) return undefined;
  try {
    const bytes = await readWhole(disk, join(folder, name));
    return bytes === null || bytes.length > room ? undefined : bytes;
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    return error.code === 'EISDIR' ? undefined : 'unreadable';
  }
}
