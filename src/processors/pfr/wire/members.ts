import {
  instantOf,
  isLocalTime,
  isPlausible,
  isRecord,
  printableRow,
  printableRows,
  type UtcMs,
} from '../../../base/index.js';

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
  const within = Object.entries(value).filter(([name, member]) => {
    if (!isWanted(name, member)) return false;
    const bytes = Buffer.byteLength(JSON.stringify([name, member]));
    if (size + bytes > maxBytes) return false;
    size += bytes;
    return true;
  });
  return Object.fromEntries(within);
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

const MINUTE_MS = 60_000;

const ISO = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(?:[Zz]|([+-])(\d\d):(\d\d))?$/;

/**
 * An instant in the formats of processors (ISO 8601): with 0, 3, 6 or 7 decimals, with an offset, with `Z`, or with
 * neither, which means Belgrade time. Fractions of a millisecond are cut off, as in the verification link. Undefined
 * when there is no such day or time, or when it is outside of the years 2000 to 2199.
 */
export function readPfrTime(text: string): UtcMs | undefined {
  const at = instantIn(text);
  return at !== undefined && isPlausible(at) ? at : undefined;
}

function instantIn(text: string): UtcMs | undefined {
  const [, date = '', clock = '', fraction = '', sign, hours, minutes] = ISO.exec(text) ?? [];
  const local = `${date} ${clock}`;
  if (!isLocalTime(local)) return undefined;
  const ms = Number(fraction.slice(0, 3).padEnd(3, '0'));
  if (sign === undefined) {
    return (/[Zz]$/.test(text) ? Date.parse(`${date}T${clock}Z`) : instantOf(local)) + ms;
  }
  const offset = Number(hours) * 60 + Number(minutes);
  // ISO 8601 allows offsets up to 14 hours.
  if (Number(minutes) > 59 || offset > 14 * 60) return undefined;
  return Date.parse(`${date}T${clock}Z`) - (sign === '-' ? -offset : offset) * MINUTE_MS + ms;
}
