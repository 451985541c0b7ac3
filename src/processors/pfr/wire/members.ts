import { isRecord, printableRow, printableRows } from '../../../base/index.js';

/** The members of a received JSON object. */
export type JsonMembers = Readonly<Record<string, unknown>>;

/**
 * The wanted members in their order, up to `maxBytes` of JSON in all. The limit matters because data of a device is
 * stored for years.
 */
export function membersWithin(
  value: JsonMembers,
  maxBytes: number,
  isWanted: (name: string, member: unknown) => boolean,
): JsonMembers {
  let size = 0;
  const kept = Object.entries(value).filter(([name, member]) => {
    if (!isWanted(name, member)) return false;
    const bytes = Buffer.byteLength(JSON.stringify([name, member]));
    if (size + bytes > maxBytes) return false;
    size += bytes;
    return true;
  });
  return Object.fromEntries(kept);
}

/** The only text with several rows. */
const TEXT_OF_ROWS = 'journal';

/**
 * The same members with texts and names that are safe to show, print and log, at every depth. Lists and names stay in
 * their order.
 */
export function withoutControls(sent: JsonMembers): { readonly value: JsonMembers; readonly isChanged: boolean } {
  let isChanged = false;
  const clean = (value: unknown, show = printableRow): unknown => {
    if (typeof value === 'string') {
      const shown = show(value);
      isChanged ||= shown !== value;
      return shown;
    }
    if (Array.isArray(value)) return value.map((one: unknown) => clean(one));
    if (!isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        clean(name) as string,
        clean(member, name === TEXT_OF_ROWS ? printableRows : printableRow),
      ]),
    );
  };
  return { value: clean(sent) as JsonMembers, isChanged };
}
