import { describeFaults, type JsonSchema, type LocalTime } from '../../base/index.js';
import { SECRETS_FOLDER } from '../../shop/settings/index.js';

/**
 * A backup is an age file (age-encryption.org/v1, one X25519 recipient) around a tar archive (POSIX.1-1988 ustar):
 * first the manifest, then files of the data folder under their own paths. Segments of the log end after their last
 * record.
 */
export const FORMAT = 2;
/** The first format: without the key for the secrets of settings, which are unencrypted in it. */
const FIRST_FORMAT = 1;
/** The first bytes of every age file. */
export const AGE_INTRO = Buffer.from('age-encryption.org/v1\n');
export const MANIFEST = 'kasirbox-backup.json';
/**
 * The first entry of a ledger for auditors, in the place of {@link MANIFEST}: the same with `format` {@link
 * EXPORT_FORMAT}.
 */
export const EXPORT_MANIFEST = 'kasirbox-ledger.json';
export const EXPORT_FORMAT = 1;
export const ID_FILE = 'box.id';

/**
 * Folders that are backed up whole: the certificates of the box, those for the V-PFR, and the key for the secrets of
 * settings.
 */
export const FOLDERS = ['tls', 'pfr', SECRETS_FOLDER] as const;

/** While this file exists, a restore into the folder has not finished. */
export const UNFINISHED = 'restore.unfinished';

/**
 * While this file exists, the box is restored but has not yet checked what the old box may have issued after the
 * backup.
 */
export const RESTORED = 'restored';

/** While this file exists, the ledger does not record yet that its crashes and resets happened on another machine. */
export const MOVED = 'restored.machine';

/** The first entry of a backup. */
export interface Manifest {
  readonly format: typeof FIRST_FORMAT | typeof FORMAT;
  /** Release of the box that wrote it. */
  readonly version: string;
  /** 32 hex digits. */
  readonly boxId: string;
  readonly createdAt: LocalTime;
  /** The last record in it. */
  readonly end: LogEnd;
  /** False when some data of the box was unreadable. Absent in older backups, where that is unknown. */
  readonly sound?: boolean;
}

/** The last record of the log in a backup. */
export interface LogEnd {
  readonly segment: number;
  /** Byte offset after the record. */
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

/** The fault of a manifest; undefined when it is valid. */
export const manifestFault = describeFaults(
  record(
    {
      format: { type: 'integer', minimum: FIRST_FORMAT, maximum: FORMAT },
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
/** Largest file outside the log, bytes. */
const SMALL_BYTES = 1024 * 1024;
/** Largest segment, bytes: far above the segments of any release. */
const SEGMENT_BYTES = 1024 * 1024 * 1024;

/** Largest number of entries: there is one segment per month, or for some megabytes. */
export const MAX_ENTRIES = 10_000;

/** Largest size of an entry by its name, bytes; undefined for a name that no backup has. */
export function maxSizeOf(name: string): number | undefined {
  if (SEGMENT.test(name)) return SEGMENT_BYTES;
  return name === MANIFEST || name === ID_FILE || SMALL.test(name) ? SMALL_BYTES : undefined;
}
