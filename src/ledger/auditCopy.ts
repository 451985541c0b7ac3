import { changeOf } from './change.js';
import type { Change } from './changeTypes.js';
import { decodeRecord, type DecodedRecord, nextRecord, withheldRecord } from './record.js';
import { DATA_START, dictionaryOf } from './segment.js';

/** May the setting of a record not leave the box? */
export type IsWithheld = (setting: Extract<Change, { type: 'setting' }>) => boolean;

/** A segment as an auditor gets it: every place in it is where it was. */
export interface AuditCopy {
  readonly bytes: Buffer;
  /** Records of which only the hash is in it. */
  readonly withheld: number;
}

/**
 * Copies a segment without the records that may not leave the box. In place of each stands a record of the same length that says
 * only what its head said, and its hash, so that the chain behind it can be checked. What is no whole record, such as the torn end
 * of a write, becomes zeros, since nobody can say what is in it. A setting that cannot be read is withheld.
 */
export function auditCopyOf(segment: Buffer, number: number, isWithheld: IsWithheld): AuditCopy {
  const bytes = Buffer.alloc(segment.length);
  segment.copy(bytes, 0, 0, DATA_START);
  const dictionary = dictionaryOf(segment, number);
  let withheld = 0;
  for (let at = nextRecord(segment, DATA_START); at >= 0;) {
    const record = decodeRecord(segment, at, number);
    if (record !== undefined) {
      const isSecret = mustBeWithheld(record, dictionary, isWithheld);
      const own = segment.subarray(at, at + record.length);
      (isSecret ? withheldRecord(number, own) : own).copy(bytes, at);
      withheld += isSecret ? 1 : 0;
    }
    at = nextRecord(segment, at + (record?.length ?? 1));
  }
  return { bytes, withheld };
}

function mustBeWithheld(record: DecodedRecord, dictionary: Buffer | undefined, isWithheld: IsWithheld): boolean {
  const { type } = record.head;
  // What a later release has written may be anything.
  if (type === 'later') return true;
  if (type !== 'setting') return false;
  try {
    const change = dictionary === undefined ? undefined : changeOf(record, dictionary);
    return change?.type !== 'setting' || isWithheld(change);
  } catch {
    return true; // a right checksum over a content that the box has never written
  }
}
