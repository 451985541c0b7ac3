import { changeOf } from './change.js';
import type { Change } from './changeTypes.js';
import { decodeRecord, type DecodedRecord, nextRecord, withheldRecord } from './record.js';
import { DATA_START, dictionaryOf } from './segment.js';

/** True when the setting of a record must not leave the box. */
type IsWithheld = (setting: Extract<Change, { type: 'setting' }>) => boolean;

/** A segment as an auditor gets it: all records are at their original offsets. */
interface AuditCopy {
  readonly bytes: Buffer;
  /** Number of records replaced by their hash. */
  readonly withheld: number;
}

/**
 * Copies a segment without the records that must not leave the box. Each of them is replaced by a record of the same
 * length with the original head and hash, so that the chain of the following records can be verified. Bytes that are no
 * whole record, such as the torn end of a write, become zeros, because their content is unknown. A setting that cannot
 * be read is withheld.
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
  // A record of a later release may contain anything.
  if (type === 'later') return true;
  if (type !== 'setting') return false;
  try {
    const change = dictionary === undefined ? undefined : changeOf(record, dictionary);
    return change?.type !== 'setting' || isWithheld(change);
  } catch {
    return true; // valid checksum, but content that no release of the box has written
  }
}
