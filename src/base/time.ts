/** An instant: milliseconds since 1970 UTC. */
export type UtcMs = number;

/** `YYYY-MM-DD HH:MM:SS` on a Belgrade clock. */
export type LocalTime = string;

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Since 1970 Belgrade's clocks have changed only at a full UTC hour, so one look-up is valid for an hour. */
const offsets = new Map<number, number>();
const MAX_OFFSETS = 4096;

/** Created on first use, because a command that shows no time need not wait 20 ms for it. */
let zone: Intl.DateTimeFormat | undefined;

const FIRST_INSTANT: UtcMs = Date.UTC(2000, 0, 1);
const END_OF_INSTANTS: UtcMs = Date.UTC(2200, 0, 1);

/**
 * True when an instant reported by a device is in the years 2000 to 2199. No other can be meant, and near the limits of
 * a `Date` (ECMA-262, Time Values) a Belgrade clock cannot be computed.
 */
export function isPlausible(at: UtcMs): boolean {
  return at >= FIRST_INSTANT && at < END_OF_INSTANTS;
}

/** Minutes that a Belgrade clock is ahead of UTC at this instant: 60, in summer time 120. */
function belgradeOffset(at: UtcMs): number {
  const hour = Math.floor(at / HOUR_MS);
  const known = offsets.get(hour);
  if (known !== undefined) return known;
  zone ??= new Intl.DateTimeFormat('en-US', { timeZone: 'Europe/Belgrade', timeZoneName: 'longOffset' });
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(zone.format(hour * HOUR_MS)) ?? [];
  const size = Number(hours) * 60 + Number(minutes);
  if (Number.isNaN(size)) throw new Error('this Node.js knows no Europe/Belgrade');
  const offset = sign === '-' ? -size : size;
  if (offsets.size >= MAX_OFFSETS) offsets.clear();
  offsets.set(hour, offset);
  return offset;
}

/** `YYYY-MM-DDTHH:MM:SS` of the Belgrade clock. */
function belgradeClock(at: UtcMs): string {
  return new Date(at + belgradeOffset(at) * MINUTE_MS).toISOString().slice(0, 19);
}

/** Belgrade time in the format of the API. */
export function localTime(at: UtcMs): LocalTime {
  return belgradeClock(at).replace('T', ' ');
}

/** The day in Belgrade as a sortable number: 20261121. */
export function localDay(at: UtcMs): number {
  return dayNumber(belgradeClock(at).slice(0, 10));
}

/** ISO 8601 with the Belgrade offset: `2026-11-21T10:00:00+01:00`. */
export function isoWithOffset(at: UtcMs): string {
  const offset = belgradeOffset(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${belgradeClock(at)}+${two(Math.floor(offset / 60))}:${two(offset % 60)}`;
}

/**
 * The instant at which a Belgrade clock shows this time. In the repeated hour it is the first one; for a skipped time,
 * the offset before the jump is used (RFC 5545, section 3.3.5).
 */
export function instantOf(local: LocalTime): UtcMs {
  const clock = Date.parse(`${local.replace(' ', 'T')}Z`);
  const offsetBefore = belgradeOffset(clock - DAY_MS);
  const offsetAfter = belgradeOffset(clock + DAY_MS);
  const early = clock - offsetBefore * MINUTE_MS;
  const late = clock - offsetAfter * MINUTE_MS;
  return belgradeOffset(early) !== offsetBefore && belgradeOffset(late) === offsetAfter ? late : early;
}

/** An instant as printed on receipts: `21.11.2026. 8:05:09`, the hour not padded. */
export function receiptTime(at: UtcMs): string {
  return receiptTimeOfLocal(localTime(at));
}

/** A time `YYYY-MM-DD HH:MM:SS` as printed on receipts. */
export function receiptTimeOfLocal(local: LocalTime): string {
  const hour = local.slice(local[11] === '0' ? 12 : 11, 13);
  return `${local.slice(8, 10)}.${local.slice(5, 7)}.${local.slice(0, 4)}. ${hour}${local.slice(13)}`;
}

/** True when a text is exactly `YYYY-MM-DD HH:MM:SS` with a real calendar day and clock time. */
export function isLocalTime(text: string): boolean {
  return /^.{10} (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(text) && isLocalDate(text.slice(0, 10));
}

/** True when a text is exactly `YYYY-MM-DD` and a real calendar day. */
export function isLocalDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const midnight = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text);
}

/** Inverse of {@link dayNumber}: `2026-11-21`. */
export function dayText(day: number): string {
  const digits = String(day).padStart(8, '0');
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}

/** `YYYY-MM-DD` as a sortable number: 20261121. */
export function dayNumber(date: string): number {
  return Number(date.slice(0, 4) + date.slice(5, 7) + date.slice(8, 10));
}

/** `2027-12-21` in the form of a Serbian sentence, with the dot after the year: `21.12.2027.` */
export function serbianDay(day: string): string {
  return `${day.split('-').reverse().join('.')}.`;
}
