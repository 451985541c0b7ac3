import type { Setting } from './setting.js';

/** Where and how often the box makes backups of itself. */
export interface BackupSetting {
  /** Absolute path of a folder on another disk, for example the mount point of a USB stick. */
  readonly folder: string;
  /** Hours between two backups, 1 to 168; default {@link DEFAULT_BACKUP_HOURS}. */
  readonly everyHours?: number;
  /** Number of backups to keep, 1 to 100; default {@link DEFAULT_BACKUPS_KEPT}. */
  readonly keep?: number;
}

export const DEFAULT_BACKUP_HOURS = 24;
export const DEFAULT_BACKUPS_KEPT = 3;

/** No control characters, and no part that is `.` or `..`. */
const ABSOLUTE_PATH = '^(?:/(?!\\.\\.?(?:/|$))[^/\\x00-\\x1f\\x7f]+)+/?$';

/** Null: the box makes no backups. */
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
  patternWords: {
    [ABSOLUTE_PATH]: {
      sr: 'мора бити цела путања као /media/kasirbox',
      en: 'must be an absolute path like /media/kasirbox',
    },
  },
  defaultValue: () => null,
};
