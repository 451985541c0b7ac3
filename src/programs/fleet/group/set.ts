import { isDeepStrictEqual } from 'node:util';
import {
  type Bilingual,
  failed,
  localTime,
  ok,
  type Result,
  type UtcMs,
  type Message,
  bilingual,
} from '../../../base/index.js';
import type { ImportRow, RowFault, RowWarning } from '../../../shop/catalogue/index.js';
import { compressMessage } from '../../../outward/delivery/index.js';
import {
  type CatalogueVersion,
  MAX_ITEMS,
  MAX_VERSION,
  readCatalogue,
  readSettings,
  type SettingsVersion,
  decompressVersion,
  writeVersion,
} from '../../../outward/group/index.js';
import type { GroupPart } from '../../../platform/ledger/index.js';
import { ofGroupFault } from '../../../shop/settings/index.js';
import type { NatsAddress } from '../ingest/stream.js';
import { GroupBucket, type StoredValue } from './bucket.js';
import { changedCatalogue, type PriceChange } from './catalogue.js';

export interface SetOptions {
  readonly nats: NatsAddress;
  readonly group: string;
  /** Start of its validity; null: at once. */
  readonly validFrom: UtcMs | null;
  /** Its number; default: one more than that of the last version. */
  readonly version: number | undefined;
  /** True when it may replace a version that is not valid yet, and, where its number is given, an unreadable one. */
  readonly replaces: boolean;
  /** True to store nothing and return the result and its warnings. */
  readonly isDry?: boolean;
  readonly now: UtcMs;
}

export interface SetVersion {
  readonly version: number;
  /** False: the last version already has this content, and none was stored. */
  readonly isNew: boolean;
  /** True when the server had no version before. */
  readonly isFirst: boolean;
  readonly created: number;
  readonly changed: number;
  /** Prices that are new or changed; absent for settings. */
  readonly prices?: readonly PriceChange[];
  /** Labels that no item of the group had before. */
  readonly newLabels?: readonly string[];
  /** Number of items or settings in the version. */
  readonly all: number;
  /** Warnings about the codes of rows; absent without any, and for settings. */
  readonly warnings?: readonly RowWarning[];
}

/** Why nothing was stored: faults in rows of the file, or one message. */
export type SetFault = { readonly rows: readonly RowFault[] } | { readonly message: Bilingual | Message };

/** Stores a version of the catalogue of a group: the last one with the changes of the rows. */
export function setCatalogue(options: SetOptions, rows: readonly ImportRow[]): Promise<Result<SetVersion, SetFault>> {
  return setting(options, 'catalogue', readCatalogue, async (last, head) => {
    const made = await changedCatalogue(last?.items ?? [], rows);
    if (!made.ok) return failed({ rows: made.error });
    const { items, created, changed, prices, newLabels, warnings } = made.value;
    if (items.length > MAX_ITEMS) {
      return fault({
        sr: `У листи би било ${items.length} артикала, а највише је ${MAX_ITEMS}. Направите две групе.`,
        en: `The catalogue would have ${items.length} items; the maximum is ${MAX_ITEMS}. Make two groups.`,
      });
    }
    return ok({
      value: { ...head, items },
      summary: { created, changed, prices, newLabels, all: items.length, ...(warnings.length > 0 && { warnings }) },
    });
  });
}

/** Stores a version of the settings of a group: the last one with the given values. */
export function setSettings(
  options: SetOptions,
  given: Readonly<Record<string, unknown>>,
): Promise<Result<SetVersion, SetFault>> {
  return setting(options, 'settings', readSettings, async (last, head) => {
    for (const [name, value] of Object.entries(given)) {
      const reason = ofGroupFault(name, value);
      if (reason !== undefined) return fault(reason);
    }
    const before = last?.settings ?? {};
    const settings = { ...before, ...given };
    const names = Object.keys(given);
    const created = names.filter((name) => !Object.hasOwn(before, name)).length;
    const changed = names.filter((name) => !isDeepStrictEqual(before[name], given[name])).length - created;
    return ok({ value: { ...head, settings }, summary: { created, changed, all: Object.keys(settings).length } });
  });
}

/** Restores the content of the version before the last one under the next number, to undo a mistake. */
export async function setBack(options: SetOptions, part: GroupPart): Promise<Result<SetVersion, SetFault>> {
  const bucket = await GroupBucket.open(options.nats);
  let before: StoredValue | undefined;
  try {
    before = await bucket.beforeLast(`${part}.${options.group}`);
  } finally {
    await bucket.close();
  }
  if (before === undefined)
    return fault({ sr: 'Сервер нема ранију верзију.', en: 'The server has no earlier version.' });
  const text = await decompressVersion(before.bytes);
  if (!text.ok) return fault(text.error);
  if (part === 'catalogue') {
    const earlier = readCatalogue(text.value);
    return earlier.ok
      ? setting(options, part, readCatalogue, async (_last, head) => madeOf({ ...head, items: earlier.value.items }))
      : fault(earlier.error);
  }
  const earlier = readSettings(text.value);
  return earlier.ok
    ? setting(options, part, readSettings, async (_last, head) => madeOf({ ...head, settings: earlier.value.settings }))
    : fault(earlier.error);
}

/** Counts the whole content as changed. */
function madeOf(value: CatalogueVersion | SettingsVersion): Made {
  const all = 'items' in value ? value.items.length : Object.keys(value.settings).length;
  return ok({ value, summary: { created: 0, changed: all, all } });
}

type Head = Pick<CatalogueVersion, 'version' | 'validFrom'>;
type Made = Result<
  {
    readonly value: CatalogueVersion | SettingsVersion;
    readonly summary: Omit<SetVersion, 'version' | 'isNew' | 'isFirst'>;
  },
  SetFault
>;

async function setting<V extends CatalogueVersion | SettingsVersion>(
  { nats, group, validFrom, version, replaces, isDry = false, now }: SetOptions,
  part: GroupPart,
  read: (text: string) => Result<V, Message>,
  make: (last: V | undefined, head: Head) => Promise<Made>,
): Promise<Result<SetVersion, SetFault>> {
  const key = `${part}.${group}`;
  const bucket = await GroupBucket.open(nats);
  try {
    const stored = await bucket.last(key);
    const found = await lastOf(stored, read);
    if (!found.ok && (!replaces || version === undefined)) return fault(unreadable(key, found.error));
    const last = found.ok ? found.value : undefined;
    const isFirst = stored === undefined;
    const number = version ?? (last?.version ?? 0) + 1;
    if (number > MAX_VERSION) return fault(tooHigh(part, group));
    if (last !== undefined && number <= last.version) {
      return fault({
        sr: `Верзија ${last.version} за ${key} већ постоји: ниједан уређај после ње не преузима старију.`,
        en: `Version ${last.version} of ${key} already exists: no box accepts an older one after it.`,
      });
    }
    if (last !== undefined && !replaces && isEarlier(validFrom, last.validFrom, now)) {
      return fault(waitingText(key, last));
    }
    const made = await make(last, { version: number, validFrom });
    if (!made.ok) return made;
    const { created, changed } = made.value.summary;
    const isNew = created + changed > 0 || version !== undefined || !isSameTime(validFrom, last, now);
    if (isDry) return ok({ version: number, isNew, isFirst, ...made.value.summary });
    if (!isNew) return ok({ version: number - 1, isNew, isFirst, ...made.value.summary });
    const bytes = await compressMessage(Buffer.from(writeVersion(made.value.value)));
    // 1024 bytes allow for the headers.
    if (bytes.length + 1024 > bucket.maxBytes) return fault(tooLarge(bytes.length, bucket.maxBytes));
    const put = await bucket.put(key, bytes, stored);
    if (!put.ok)
      return fault({
        sr: `Неко други је у исто време послао ${key}. Погледајте шта је сада тамо, па пошаљите поново.`,
        en: `Someone else set ${key} at the same time. Check what is there now, then set it again.`,
      });
    return ok({ version: number, isNew, isFirst, ...made.value.summary });
  } finally {
    await bucket.close();
  }
}

async function lastOf<V>(
  stored: StoredValue | undefined,
  read: (text: string) => Result<V, Message>,
): Promise<Result<V | undefined, Message>> {
  if (stored === undefined) return ok(undefined);
  const text = await decompressVersion(stored.bytes);
  return text.ok ? read(text.value) : text;
}

/** True when the new version would be valid earlier than the last one, from which it is made. */
function isEarlier(validFrom: UtcMs | null, last: UtcMs | null, now: UtcMs): boolean {
  return last !== null && last > now && (validFrom ?? now) < last;
}

/** True when a version would become valid at the same time as the last one. */
function isSameTime(validFrom: UtcMs | null, last: Head | undefined, now: UtcMs): boolean {
  if (last === undefined) return false;
  const isValid = last.validFrom === null || last.validFrom <= now;
  return isValid ? validFrom === null : validFrom === last.validFrom;
}

function waitingText(key: string, { version, validFrom }: Head): Bilingual {
  const from = localTime(validFrom ?? 0);
  return {
    sr: `Верзија ${version} за ${key} чека ${from}, а оно што она мења важило би са овом, раније. Наведите --at "${from}" или касније, или --replace ако је то намера.`,
    en: `Version ${version} of ${key} waits until ${from}, but its changes would take effect earlier, with this version. Give --at "${from}" or later, or --replace if that is what you intend.`,
  };
}

function unreadable(key: string, fault: Message): Bilingual {
  const { sr, en } = bilingual(fault);
  return {
    sr: `Оно што сервер има као ${key} не може да се прочита: ${sr}. Можда неко други користи ваше податке за приступ. Да почнете изнова само са оним из FILE, наведите --replace, а са --version број већи од оног на свим уређајима.`,
    en: `What the server has as ${key} cannot be read: ${en}. Someone else may be using your credentials. To start again with only what is in FILE, give --replace, and with --version a number higher than that of every box.`,
  };
}

function tooHigh(part: GroupPart, group: string): Bilingual {
  return {
    sr: `Највећи број верзије је ${MAX_VERSION}: за ${part === 'catalogue' ? 'листу артикала' : 'подешавања'} групе ${group} нема већег. Уређаје који га већ имају преместите у групу другог назива: kasirbox fleet group BOX NAME, а на уређају подешавање group.`,
    en: `The highest version number is ${MAX_VERSION}: there is no higher one for the ${part} of ${group}. Move the boxes that already have it to a group with another name: kasirbox fleet group BOX NAME, and on the box the setting group.`,
  };
}

function tooLarge(bytes: number, most: number): Bilingual {
  return {
    sr: `Верзија има ${bytes} бајтова, а сервер прима поруке до ${most}. Повећајте max_payload у подешавању за nats-server, или направите две групе.`,
    en: `The version has ${bytes} bytes, but the server accepts messages of up to ${most}. Increase max_payload in the configuration of nats-server, or make two groups.`,
  };
}

function fault(message: Bilingual | Message): Result<never, SetFault> {
  return failed({ message });
}
