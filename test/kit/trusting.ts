import { crc32 } from 'node:zlib';
import type { Disk } from '../../src/base/disk.js';
import { recordLength } from '../../src/platform/ledger/record.js';
import { segmentNumber } from '../../src/platform/ledger/segment.js';
import { wrapped } from './disk/wrapped.js';

/** Where a record keeps its checksum, and where that begins to count. */
const CRC = 8;
const CHECKED_FROM = 12;

/** A disk on which every checksum of a record is right, whatever its bytes, as if checksums were not verified. */
export function trustingReads(disk: Disk): Disk {
  return wrapped(disk, {
    file: (inner, path) => {
      const segment = segmentNumber(path.slice(path.lastIndexOf('/') + 1));
      if (segment === undefined) return {};
      return {
        read: async (position, length) => {
          const bytes = Buffer.from(await inner.read(position, length));
          for (let at = 0; at + CHECKED_FROM <= bytes.length; at += 8) {
            const whole = recordLength(bytes, at);
            if (whole === 0 || at + whole > bytes.length) continue;
            bytes.writeUInt32LE(crc32(bytes.subarray(at + CHECKED_FROM, at + whole), segment), at + CRC);
          }
          return bytes;
        },
      };
    },
  });
}
