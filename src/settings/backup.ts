import type { JsonSchema } from '../base/schema.js';

/** Where and how often the box backs itself up. */
export interface BackupSetting {
  /** Absolute path of a folder on another disk, such as that in which a stick is mounted. */
  readonly folder: string;
  /** Hours from one backup to the next, 1 to 168; {@link DEFAULT_HOURS} when left out. */
  readonly everyHours?: number;
  /** How many are kept, 1 to 100; {@link DEFAULT_KEEP} when left out. */
  readonly keep?: number;
}

export const DEFAULT_HOURS = 24;
export const DEFAULT_KEEP = 3;

/** No control characters, and no way up. */
export const ABSOLUTE = '^(?:/(?!\\.\\.?(?:/|$))[^/\\x00-\\x1f\\x7f]+)+/?$';

export const backupSchema: JsonSchema = {
  type: ['object', 'null'],
  required: ['folder'],
  additionalProperties: false,
  properties: {
    folder: { type: 'string', maxLength: 1000, pattern: ABSOLUTE },
    everyHours: { type: 'integer', minimum: 1, maximum: 168 },
    keep: { type: 'integer', minimum: 1, maximum: 100 },
  },
};
