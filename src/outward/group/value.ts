import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import {
  compileSchema,
  describeFaults,
  failed,
  type JsonSchema,
  ok,
  type Result,
  type Slice,
  type UtcMs,
  defineMessages,
  type Message,
} from '../../base/index.js';
import { type ImportRow, MAX_CSV_ROWS } from '../../shop/catalogue/index.js';
import { DICTIONARY } from '../delivery/index.js';
import type { GroupPart } from '../../platform/ledger/index.js';

const MESSAGES = defineMessages('groupValue', {
  wrongForm: { en: 'it has a wrong form', sr: 'облик није исправан' },
  badTime: { en: 'at is a time that does not exist', sr: 'at је време које не постоји' },
  notPacked: {
    en: 'it is not a text of at most {most} bytes, compressed with deflate',
    sr: 'није текст од највише {most} бајтова, спакован поступком deflate',
  },
});

/** Largest unpacked version, bytes: ten thousand items with long names take half of it. */
const MAX_UNPACKED = 4 * 1024 * 1024;
/** Most items of a catalogue, the limit of one import. */
export const MAX_ITEMS = MAX_CSV_ROWS;
/** Highest number of a version: a much higher one would prevent all later versions. */
export const MAX_VERSION = 1_000_000_000;
const MAX_SETTINGS = 50;
const INSTANT = '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\\.[0-9]{1,3})?Z$';

/** A version of a part of a group. */
interface Version {
  readonly version: number;
  /** Null: valid at once. */
  readonly validFrom: UtcMs | null;
}
export interface CatalogueVersion extends Version {
  /** Fields as in bodies of `PATCH /items/{id}`. Their values are not checked yet. */
  readonly items: readonly ImportRow['fields'][];
}
export interface SettingsVersion extends Version {
  readonly settings: Readonly<Record<string, unknown>>;
}

export type Content = CatalogueVersion | SettingsVersion;

interface Head {
  readonly version: number;
  readonly at: string | null;
}

function schemaOf(content: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return {
    type: 'object',
    required: ['version', 'at', ...Object.keys(content)],
    properties: {
      version: { type: 'integer', minimum: 1, maximum: MAX_VERSION },
      at: { type: ['string', 'null'], pattern: INSTANT },
      ...content,
    },
  };
}

const SCHEMAS = {
  catalogue: schemaOf({ items: { type: 'array', maxItems: MAX_ITEMS, items: { type: 'object' } } }),
  settings: schemaOf({ settings: { type: 'object', maxProperties: MAX_SETTINGS } }),
} as const satisfies Readonly<Record<GroupPart, JsonSchema>>;
const WORDS = {
  [INSTANT]: { sr: 'мора бити време као 2026-11-27T07:00:01Z', en: 'must be a time like 2026-11-27T07:00:01Z' },
};

const checkCatalogue = compileSchema<Head & Pick<CatalogueVersion, 'items'>>(SCHEMAS.catalogue);
const checkSettings = compileSchema<Head & Pick<SettingsVersion, 'settings'>>(SCHEMAS.settings);
const faultIn = {
  catalogue: describeFaults(SCHEMAS.catalogue, WORDS),
  settings: describeFaults(SCHEMAS.settings, WORDS),
} as const;

const decompress = promisify(inflate);

/** Unpacks data of a server, off the event loop. The error repeats no content. */
export async function decompressVersion(bytes: Uint8Array): Promise<Result<string, Message>> {
  try {
    const text = await decompress(bytes, { dictionary: DICTIONARY, maxOutputLength: MAX_UNPACKED });
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(text));
  } catch {
    return failed(MESSAGES.notPacked({ most: MAX_UNPACKED }));
  }
}

/** Reads a version of either part in slices, so that sales go first. */
export async function readContent(
  part: GroupPart,
  text: Result<string, Message>,
  slice: Slice,
): Promise<Result<Content, Message>> {
  if (!text.ok) return text;
  return slice(() => (part === 'catalogue' ? readCatalogue(text.value) : readSettings(text.value)));
}

/** Reads a version of a catalogue. */
export function readCatalogue(text: string): Result<CatalogueVersion, Message> {
  const json = jsonOf(text);
  const read = checkCatalogue(json);
  if (!read.ok) return failed(faultIn.catalogue(json) ?? MESSAGES.wrongForm);
  return headed(read.value, { items: read.value.items });
}

/** Reads a version of settings. */
export function readSettings(text: string): Result<SettingsVersion, Message> {
  const json = jsonOf(text);
  const read = checkSettings(json);
  if (!read.ok) return failed(faultIn.settings(json) ?? MESSAGES.wrongForm);
  return headed(read.value, { settings: read.value.settings });
}

function headed<T>({ version, at }: Head, content: T): Result<Version & T, Message> {
  const validFrom = at === null ? null : Date.parse(at);
  if (Number.isNaN(validFrom)) return failed(MESSAGES.badTime);
  return ok({ version, validFrom, ...content });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The text of a version. */
export function writeVersion({ version, validFrom, ...content }: Content): string {
  const at = validFrom === null ? null : new Date(validFrom).toISOString();
  return JSON.stringify({ version, at, ...content });
}
