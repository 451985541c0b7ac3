import type { LocalTime } from '../base/fiscal.js';
import { describeFaults, type JsonSchema } from '../base/schema.js';

/**
 * A backup is an age file (age-encryption.org/v1, one X25519 recipient) around a tar archive (POSIX.1-1988 ustar): first
 * the manifest, then files of the data folder under their own paths. Segments of the log end behind their last record.
 */
export const FORMAT = 1;
/** How every age file begins. */
export const AGE_INTRO = Buffer.from('age-encryption.org/v1\n');
export const MANIFEST = 'kasirbox-backup.json';
export const ID_FILE = 'box.id';

/** Folders that are taken along whole: the certificates of the box, and those for the V-PFR. */
export const FOLDERS = ['tls', 'pfr'] as const;

/** While it is there, the folder is that of a restore that did not come to its end. */
export const UNFINISHED = 'restore.unfinished';

/** While it is there, the box was restored, and has not looked yet at what the other one may have issued since its backup. */
export const RESTORED = 'restored';

/** What a backup says of itself. */
export interface Manifest {
  readonly format: typeof FORMAT;
  /** Release of the box that wrote it. */
  readonly version: string;
  /** 32 hex digits. */
  readonly boxId: string;
  readonly createdAt: LocalTime;
  /** The last record in it. */
  readonly end: LogEnd;
  /** False: of what the box had, not everything could be read any more. Absent in older backups, of which nobody knows. */
  readonly sound?: boolean;
}

/** Behind which record of the log something ends. */
export interface LogEnd {
  readonly segment: number;
  /** Byte offset behind the record. */
  readonly offset: number;
  /** 0 for an empty log. */
  readonly sequence: number;
  /** Number of the start that wrote the record. */
  readonly epoch: number;
  /** SHA-256 of the record, hex. */
  readonly hash: string;
}

const whole: JsonSchema = { type: 'integer', minimum: 0 };
const hex = (digits: number): JsonSchema => ({ type: 'string', pattern: `^[0-9a-f]{${digits}}$` });

function record(
  properties: Readonly<Record<string, JsonSchema>>,
  optional: Readonly<Record<string, JsonSchema>> = {},
): JsonSchema {
  return { type: 'object', required: Object.keys(properties), properties: { ...properties, ...optional } };
}

/** What is wrong with what claims to be a manifest, in English words; undefined when it is one. */
export const manifestFault = describeFaults(
  record(
    {
      format: { type: 'integer', const: FORMAT },
      version: { type: 'string' },
      boxId: hex(32),
      createdAt: { type: 'string' },
      end: record({ segment: whole, offset: whole, sequence: whole, epoch: whole, hash: hex(64) }),
    },
    { sound: { type: 'boolean' } },
  ),
  {},
);

const SEGMENT = /^log\/\d{6,9}\.seg$/;
const SMALL = new RegExp(`^(?:${FOLDERS.join('|')})/[A-Za-z0-9][A-Za-z0-9._-]{0,99}$`);
/** Largest file beside the log, bytes. */
export const SMALL_BYTES = 1024 * 1024;
/** Largest segment, bytes: far above what any release writes. */
const SEGMENT_BYTES = 1024 * 1024 * 1024;

/** Most entries that a backup has: a segment is begun once a month, or after some megabytes. */
export const MAX_ENTRIES = 10_000;

/** Largest size of an entry by its name; undefined for one that no backup has. */
export function roomFor(name: string): number | undefined {
  if (SEGMENT.test(name)) return SEGMENT_BYTES;
  return name === MANIFEST || name === ID_FILE || SMALL.test(name) ? SMALL_BYTES : undefined;
}
