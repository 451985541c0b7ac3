import { locale } from '../text/language.js';

/** `1.234,50`: an amount in RSD, as receipts write it. */
export function money(rsd: number): string {
  return new Intl.NumberFormat('sr-RS', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(rsd);
}

/** `1,5`: a quantity with as many decimals as it has. */
export function quantity(value: number): string {
  return new Intl.NumberFormat('sr-RS', { maximumFractionDigits: 3 }).format(value);
}

/** `23. нов 2026.` from `2026-11-23`. */
export function day(date: string): string {
  const style = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(locale.value, style).format(new Date(`${date}T00:00:00Z`));
}

/** Today in Belgrade, `2026-11-23`; `offset` days later. */
export function today(offset = 0): string {
  const at = new Date(Date.now() + offset * 86_400_000);
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Belgrade' }).format(at);
}

/** Para of what a person has typed: `1.234,50`, `1234.5` or `1234`; undefined when it is no amount. */
export function paraOf(typed: string): number | undefined {
  return scaled(typed, 2);
}

/** Thousandths of a quantity that a person has typed. */
export function thousandthsOf(typed: string): number | undefined {
  return scaled(typed, 3);
}

/**
 * A typed decimal as an integer of its last place. A comma is the decimal sign; without one a single dot is, unless three digits
 * follow it and it can only group thousands (`1.234` as money).
 */
function scaled(typed: string, places: number): number | undefined {
  const text = typed.replace(/\s/g, '');
  const hasComma = text.includes(',');
  const isGrouped = places === 2 && /^\d{1,3}(\.\d{3})+$/.test(text);
  const plain = hasComma || isGrouped ? text.replaceAll('.', '').replace(',', '.') : text;
  const match = /^(\d{1,12})(?:\.(\d*))?$/.exec(plain);
  if (match === null) return undefined;
  const [, whole = '', fraction = ''] = match;
  if (fraction.length > places) return undefined;
  return Number(whole + fraction.padEnd(places, '0'));
}
