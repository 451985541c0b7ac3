import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import { MemoryDisk } from './disk/memory.js';

/**
 * The whole folder of a box, saved views included, as the program wrote it when days were still those of the clock of the box: 45 receipts
 * of one night, while that clock showed 2029, 1970, an hour ahead, a day behind and the right time in turn.
 */
const SAMPLE = new URL('../platform/ledger/samples/box-days.json', import.meta.url);

/** Paths and their deflated bytes, in base64; null: a folder. */
type Packed = Readonly<Record<string, string | null>>;

/** A new copy of that folder. */
export function earlierBox(): MemoryDisk {
  const files = JSON.parse(readFileSync(SAMPLE, 'utf8')) as Packed;
  return new MemoryDisk(
    new Map(
      Object.entries(files).map(([path, packed]) => [
        path,
        packed === null ? 'folder' : inflateRawSync(Buffer.from(packed, 'base64')),
      ]),
    ),
  );
}
