import { isDeepStrictEqual } from 'node:util';
import {
  printableRow,
  type Result,
  toRsd,
  type UtcMs,
  defineMessages,
  type Message,
  bilingual,
  phrase,
} from '../../base/index.js';
import type { ImportReport, ImportRow, ItemWrite } from '../../shop/catalogue/index.js';
import type { AuditEntry, GroupStanding, GroupVersion, StoredItem } from '../../platform/ledger/index.js';
import { readCatalogue, decompressVersion } from './value.js';

const MESSAGES = defineMessages('groupParts', {
  item: { en: 'item {number}: {fault}', sr: 'артикал {number}: {fault}' },
  more: { en: 'and {count} more', sr: 'и још {count}' },
});

/** The members of an item in a version; others are of later releases. */
const MEMBERS = ['plu', 'name', 'unit', 'price', 'label', 'gtin', 'category', 'active'] as const;
/** Longest subject of an audit entry. */
const MAX_SUBJECT = 100;
/** Most faults of a version that are listed; a longer list would not be read. */
const MAX_FAULTS = 3;

/** The rows of an import; the line of each is the number of its item, from 1. */
export function rowsOf(items: readonly ImportRow['fields'][]): ImportRow[] {
  return items.map((item, index) => {
    const fields: Record<string, unknown> = {};
    for (const name of MEMBERS) if (item[name] !== undefined) fields[name] = item[name];
    return { line: index + 1, fields };
  });
}

/** An item in the form of a version. */
export function fieldsOf({ id: _ofBox, price, ...item }: StoredItem): ImportRow['fields'] {
  return { ...item, price: toRsd(price) };
}

/** Why a catalogue is not accepted; undefined when it is. */
export function faultsOf({ faults }: ImportReport): Message | undefined {
  const told = faults
    .slice(0, MAX_FAULTS)
    .map(({ line, reason }) => MESSAGES.item({ number: line, fault: asPhrase(reason) }));
  if (faults.length > MAX_FAULTS) told.push(MESSAGES.more({ count: faults.length - MAX_FAULTS }));
  if (faults.length === 0) return undefined;
  const joined = (texts: readonly string[]): string => printableRow(texts.join('; '));
  const texts = told.map(bilingual);
  return phrase({ sr: joined(texts.map(({ sr }) => sr)), en: joined(texts.map(({ en }) => en)) });
}

/**
 * Names of items that were edited on the box after the version in use was applied: their fields differ from that
 * version.
 */
export async function editedItems(
  writes: readonly ItemWrite[],
  { inUse }: GroupStanding,
  group: string,
): Promise<string[]> {
  const before = writes.flatMap((write) => (write.before === undefined ? [] : [write.before]));
  if (before.length === 0) return [];
  const text = inUse?.group === group && inUse.value !== undefined ? await unpackedVersion(inUse.value) : undefined;
  const read = text?.ok === true ? readCatalogue(text.value) : undefined;
  const earlier = new Map(read?.ok === true ? read.value.items.map((item) => [nameOf(item), item]) : []);
  return before.flatMap((item) => {
    const fields = fieldsOf(item);
    return isDeepStrictEqual(earlier.get(nameOf(fields)), fields) ? [] : [item.plu ?? item.name];
  });
}

/** The text of a version in its stored form. */
export function unpackedVersion(value: string): Promise<Result<string, Message>> {
  return decompressVersion(Buffer.from(value, 'base64'));
}

function nameOf({ plu, name }: ImportRow['fields']): string {
  return typeof plu === 'string' ? `plu ${plu}` : `name ${String(name)}`;
}

/** The audit entries of a version that is applied, including the items or settings of the box that it replaces. */
export function auditOf(version: GroupVersion, replaced: readonly string[]): AuditEntry[] {
  const subject = `${version.group} ${version.version}`;
  const entry = (operation: string, about: string): AuditEntry => ({
    ...{ event: 'operation', operation, subject: printableRow(about), user: 0, name: version.group, isDone: true },
  });
  const replacing = replaced.length === 0 ? [] : [entry('group.replaced', shortened(replaced))];
  return [entry(`group.${version.part}`, subject), ...replacing];
}

/** As many names as fit, and the number of the others. */
function shortened(names: readonly string[]): string {
  let text = '';
  for (const [index, name] of names.entries()) {
    const longer = text === '' ? name : `${text}, ${name}`;
    if (longer.length > MAX_SUBJECT) return `${text} (+${names.length - index})`.trim();
    text = longer;
  }
  return text;
}

/** True when a version is valid. */
export function isDue(validFrom: UtcMs | null, now: UtcMs): boolean {
  return validFrom === null || validFrom <= now;
}

/** A sentence as part of another one. */
export function asPhrase(sentence: Message): Message {
  const { sr, en } = bilingual(sentence);
  return phrase({ sr, en: en.replace(/\.$/, '') });
}
