import { crc32 } from 'node:zlib';
import type { Disk } from '../../../src/base/disk.js';
import { silentLog } from '../../../src/base/log.js';
import { changeOf, invoiceOf } from '../../../src/platform/ledger/change.js';
import { DATA_START, DICTIONARY } from '../../../src/platform/ledger/segment.js';
import { decodeRecord, recordLength } from '../../../src/platform/ledger/record.js';
import { verifyLedger } from '../../../src/platform/ledger/verify.js';
import { mendedView, segment, VIEWS, written } from '../../kit/damage.js';
import { MemoryDisk } from '../../kit/disk/memory.js';
import type { State } from '../../kit/disk/powerCut.js';
import { wrapped } from '../../kit/disk/wrapped.js';
import { FOLDER, openLedger } from '../../kit/ledger.js';
import { Random } from '../../kit/random.js';
import type { Opened, Target } from '../target.js';

/** Most that a reader may ask of a file at once, bytes, where the file itself is no longer: its window. */
const LARGEST_READ = 1024 * 1024;

const ledgerOf = () => written(new Random(6), 30);

/** Single records, every second one with a right sum. */
export const records: Target = {
  name: 'record',
  share: 150,
  async open() {
    const { state } = await ledgerOf();
    const log = state.get(segment(1)) as Buffer;
    const corpus: Buffer[] = [];
    for (let at = DATA_START; ;) {
      const length = recordLength(log, at);
      if (length === 0) break;
      corpus.push(log.subarray(at, at + length));
      at += length;
    }
    return {
      corpus,
      mend: mendedRecord,
      read(input) {
        const record = decodeRecord(input, 0, 1);
        if (record === undefined) return;
        refused(() => {
          const change = changeOf(record, DICTIONARY);
          // Read when it is asked for.
          return change.type === 'intent' ? change.intent : change;
        });
        refused(() => invoiceOf(record, DICTIONARY));
      },
    };
  },
};

/** Content with a correct checksum that no release has written throws: the reader names the record. */
function refused(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
}

const sumOf = (record: Buffer): number => crc32(record.subarray(12), 1);

/** Puts the length and the sum of a record right, where it is long enough for both. */
function mendedRecord(input: Buffer): Buffer {
  const record = Buffer.concat([input, Buffer.alloc((8 - (input.length % 8)) % 8)]);
  if (record.length < 16) return record;
  record.writeUInt32LE(record.length, 4);
  record.writeUInt32LE(sumOf(record), 8);
  return record;
}

/** A file of the data folder with other bytes than the box has written: its start reports the fault and continues. */
function fileTarget(name: string, share: number, of: (state: State) => string, mend?: Opened['mend']): Target {
  return {
    name,
    share,
    async open() {
      const { state } = await ledgerOf();
      const path = of(state);
      return {
        corpus: [state.get(path) as Buffer],
        ...(mend && { mend }),
        async read(input) {
          const disk = new MemoryDisk(new Map([...state, [path, input]]));
          const careful = withoutLargeReads(disk);
          await verifyLedger({ disk: careful, folder: FOLDER });
          const ledger = await openLedger(careful, { log: silentLog });
          await ledger.close();
        },
      };
    },
  };
}

/** A flipped bit in a length must not make the box ask for gigabytes. */
function withoutLargeReads(below: MemoryDisk): Disk {
  return wrapped(below, {
    file: (file, path) => ({
      async read(position, length) {
        const most = Math.max(LARGEST_READ, await file.size());
        if (length > most) throw new RangeError(`${length} bytes are asked for at once of ${path}`);
        return file.read(position, length);
      },
    }),
  });
}

export const logs = fileTarget('log', 5, () => segment(1));

export const snapshots = fileTarget(
  'snapshot',
  5,
  (state) => [...state.keys()].filter((path) => path.startsWith(`${VIEWS}/`) && path.endsWith('.snap')).at(-1) ?? '',
  mendedView,
);
