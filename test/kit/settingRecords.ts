import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decompress } from '../../src/platform/ledger/body.js';
import { COMPRESSED, decodeRecord } from '../../src/platform/ledger/record.js';
import { DATA_START, DICTIONARY, segmentNumber } from '../../src/platform/ledger/segment.js';

/** The JSON of every record of the ledger in a folder that has some, inflated, in order. */
export function recordTexts(folder: string): string[] {
  return readdirSync(join(folder, 'log')).flatMap((name) => {
    const bytes = readFileSync(join(folder, 'log', name));
    const number = segmentNumber(name) ?? 0;
    const texts: string[] = [];
    let at = DATA_START;
    for (let record = decodeRecord(bytes, at, number); record; record = decodeRecord(bytes, at, number)) {
      const { head, body } = record;
      if (head.type !== 'result')
        texts.push((head.flags === COMPRESSED ? decompress(body, DICTIONARY) : body).toString());
      at += record.length;
    }
    return texts;
  });
}

/** All bytes of all files below a folder, for looking whether something is in them as it is. */
export function bytesBelow(folder: string): Buffer {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Buffer.concat(files.map(({ parentPath, name }) => readFileSync(join(parentPath, name))));
}
