import { instantOf, isLocalTime, isPlausible, type UtcMs } from '../../../base/index.js';

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
