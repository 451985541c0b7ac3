import { locale } from '../text/language.js';

/** An amount in RSD as on receipts: `1.234,50`. */
export function money(rsd: number): string {
  return new Intl.NumberFormat('sr-RS', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(rsd);
}

/** A quantity with as many decimals as it has: `1,5`. */
export function quantity(value: number): string {
  return new Intl.NumberFormat('sr-RS', { maximumFractionDigits: 3 }).format(value);
}

/** `23. нов 2026.` from `2026-11-23`. */
export function day(date: string): string {
  const style = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(locale.value, style).format(new Date(`${date}T00:00:00Z`));
}

/** Belgrade time of a moment, ms since 1970: `2026-11-23 10:05`. */
export function belgradeTime(at: number): string {
  const style = { dateStyle: 'short', timeStyle: 'short', timeZone: 'Europe/Belgrade' } as const;
  return new Intl.DateTimeFormat('sv-SE', style).format(at);
}

/** Today in Belgrade, `2026-11-23`, or `offset` days later. */
export function today(offset = 0): string {
  const at = new Date(Date.now() + offset * 86_400_000);
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Belgrade' }).format(at);
}
