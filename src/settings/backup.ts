import type { Setting } from './setting.js';

/** Where and how often the box backs itself up. */
export interface BackupSetting {
  /** Absolute path of a folder on another disk, such as that in which a stick is mounted. */
  readonly folder: string;
  /** Hours from one backup to the next, 1 to 168; {@link DEFAULT_BACKUP_HOURS} when left out. */
  readonly everyHours?: number;
  /** How many are kept, 1 to 100; {@link DEFAULT_BACKUPS_KEPT} when left out. */
  readonly keep?: number;
}

export const DEFAULT_BACKUP_HOURS = 24;
export const DEFAULT_BACKUPS_KEPT = 3;

/** No control characters, and no part that is `.` or `..`. */
const ABSOLUTE_PATH = '^(?:/(?!\\.\\.?(?:/|$))[^/\\x00-\\x1f\\x7f]+)+/?$';

/** Null: the box does not back itself up. */
export const backupSetting: Setting<BackupSetting | null> = {
  reach: 'box',
  schema: {
    type: ['object', 'null'],
    required: ['folder'],
    additionalProperties: false,
    properties: {
      folder: { type: 'string', maxLength: 1000, pattern: ABSOLUTE_PATH },
      everyHours: { type: 'integer', minimum: 1, maximum: 168 },
      keep: { type: 'integer', minimum: 1, maximum: 100 },
    },
  },
  patternWords: { [ABSOLUTE_PATH]: 'must be an absolute path like /media/kasirbox' },
  defaultValue: () => null,
};
