import { aboutMember, defineMessages, isRecord, NO_ESIR_NUMBER } from '../../base/index.js';
import { record, type Setting } from './setting.js';

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

/** One MB in this setting, bytes. */
export const MEGABYTE = 1_000_000;

/**
 * Maximum MB that one API key may write to the flash in a day, 100 to 20,000. A till with 3,000 printed receipts of ten
 * lines writes 160 MB.
 */
export const flashBudgetSetting: Setting<number> = {
  reach: 'box',
  schema: { type: 'integer', minimum: 100, maximum: 20_000 },
  defaultValue: () => 1500,
  isOfGroup: true,
};

const MESSAGES = defineMessages('publicUrl', {
  notAnAddress: { en: 'publicUrl: {url} is not an address.', sr: '{url} није адреса.' },
});

/** The box serves HTTPS only. No user name and password, no path (RFC 3986). */
const ORIGIN = '^https://[^\\s/\\\\?#@]+$';

/** Origin under which customers reach the box; null: derived from the listening address. */
export const publicUrlSetting: Setting<string | null> = {
  reach: 'box',
  schema: { type: ['string', 'null'], maxLength: 200, pattern: ORIGIN },
  patternWords: {
    [ORIGIN]: {
      sr: 'мора бити https адреса без путање, као https://kasa.local:8443',
      en: 'must be an https address without a path, like https://kasa.local:8443',
    },
  },
  defaultValue: () => null,
  // The pattern also matches some texts that are not addresses, such as one with port 99999.
  fault: (url) => (url === null || URL.canParse(url) ? undefined : aboutMember([], MESSAGES.notAnAddress({ url }))),
};

/** The cash register software as registered by the tax authority; printed as `number/version`. */
export interface EsirSetting {
  /** Number of the approval; counts only where the build has none of its own. */
  readonly number: string;
  /** Version for which a person has confirmed the approval; `0`: none. Receipts have the version of the program. */
  readonly version: string;
}

/** As `version`: a person has confirmed none. */
export const NO_VERSION = '0';

const ESIR = '^[A-Za-z0-9.-]+$';

export const esirSetting: Setting<EsirSetting> = {
  reach: 'box',
  schema: record({
    number: { type: 'string', maxLength: 30, pattern: ESIR },
    version: { type: 'string', maxLength: 29, pattern: ESIR },
  }),
  // A number without a version: no version is confirmed.
  normalized: (given) => (isRecord(given) ? { version: NO_VERSION, ...given } : given),
  patternWords: {
    [ESIR]: {
      sr: 'може имати само латинична слова, цифре, тачке и цртице',
      en: 'may have Latin letters, digits, dots and hyphens only',
    },
  },
  defaultValue: () => ({ number: NO_ESIR_NUMBER, version: NO_VERSION }),
};

/** Setup steps that a shop may skip; `printer-answer`: its printers print without ever answering. */
const SETUP_STEPS = ['processor', 'printer', 'printer-answer', 'tablet', 'cashiers', 'backup'] as const;
export type OptionalSetupStep = (typeof SETUP_STEPS)[number];

/**
 * Setup steps that a person has marked as not needed in this shop, for example without a printer, or when practising
 * with the demo processor.
 */
export const setupNotNeededSetting: Setting<readonly OptionalSetupStep[]> = {
  reach: 'box',
  schema: {
    type: 'array',
    maxItems: SETUP_STEPS.length,
    uniqueItems: true,
    items: { type: 'string', enum: SETUP_STEPS },
  },
  defaultValue: () => [],
};
