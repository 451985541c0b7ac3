import { changeOf, invoiceOf } from '../../src/ledger/change.js';
import { type DecodedRecord, decodeRecord } from '../../src/ledger/record.js';
import { DATA_START, segmentNumber } from '../../src/ledger/segment.js';
import type { State } from './disk/powerCut.js';

/** A record as it lies in the log, with its content as one text that can be compared. */
export interface LogRecord {
  readonly sequence: number;
  readonly hash: Buffer;
  readonly previous: Buffer;
  readonly content: string;
}

/** Where a segment keeps its dictionary, and how long it is. */
const DICTIONARY_START = 4096;
const DICTIONARY_LENGTH = 44;

/** The same record occurs in thousands of states: its content is made once. */
const contents = new Map<string, string>();

function contentOf(record: DecodedRecord, segment: Buffer): string {
  const hash = record.hash.toString('latin1');
  const known = contents.get(hash);
  if (known !== undefined) return known;
  const dictionary = segment.subarray(DICTIONARY_START, DICTIONARY_START + segment.readUInt32LE(DICTIONARY_LENGTH));
  const content = JSON.stringify(
    record.head.type === 'result' ? invoiceOf(record, dictionary) : changeOf(record, dictionary),
  );
  contents.set(hash, content);
  return content;
}

/**
 * All records of a log, read in the plainest way and by other code than the recovery's: segment by segment up to the
 * first bytes that are no record. The records of a segment take the place of those of the same sequence before it.
 */
export function readLog(state: State): LogRecord[] {
  const log: LogRecord[] = [];
  for (const path of [...state.keys()].sort()) {
    const number = segmentNumber(path.slice(path.lastIndexOf('/') + 1));
    const bytes = state.get(path);
    if (number === undefined || bytes === undefined || bytes === 'folder') continue;
    let record = decodeRecord(bytes, DATA_START, number);
    while (record !== undefined && log.length >= record.head.sequence) log.pop();
    for (let at = DATA_START; record !== undefined; record = decodeRecord(bytes, at, number)) {
      const { sequence, previous } = record.head;
      log.push({ sequence, hash: record.hash, previous, content: contentOf(record, bytes) });
      at += record.length;
    }
  }
  return log;
}

/** Where a log is not one chain from record 1 on; undefined when it is. */
export function brokenLink(log: readonly LogRecord[]): string | undefined {
  let hash: Buffer = Buffer.alloc(32);
  for (const [index, record] of log.entries()) {
    if (record.sequence !== index + 1) return `record ${index + 1} is missing, ${record.sequence} follows`;
    if (!record.previous.equals(hash)) return `record ${record.sequence} does not follow the one before it`;
    hash = record.hash;
  }
  return undefined;
}
