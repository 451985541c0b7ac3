/** Para of a typed amount: `1.234,50`, `1234.5` or `1234`; undefined when it is not an amount. */
export function paraOf(typed: string): number | undefined {
  return scaled(typed, 2);
}

/** Thousandths of a typed quantity. */
export function thousandthsOf(typed: string): number | undefined {
  return scaled(typed, 3);
}

/** Why a typed number is not accepted: it is not a number, has too many decimals, or is too small or too large. */
export type NumberFault = 'none' | 'decimals' | 'low' | 'high';

/** Limits of a typed number, in whole numbers of its last decimal: para or thousandths. */
export interface NumberBounds {
  readonly places: 2 | 3;
  readonly least: number;
  readonly most: number;
}

/**
 * The fault of a typed number; undefined without one.
 *
 *     numberFault('0,3505', { places: 3, least: 1, most: 999_999_000 }) // 'decimals'
 */
export function numberFault(typed: string, { places, least, most }: NumberBounds): NumberFault | undefined {
  const value = scaled(typed, places);
  if (value !== undefined) return value < least ? 'low' : value > most ? 'high' : undefined;
  const { whole, fraction } = partsOf(typed, places) ?? {};
  if (whole === undefined || fraction === undefined) return 'none';
  return fraction.length > places ? 'decimals' : 'high';
}

/**
 * A typed decimal as an integer of its last decimal. A comma is the decimal sign. Without a comma, a single dot is,
 * unless three digits follow it and it can only group thousands (`1.234` as money).
 */
function scaled(typed: string, places: number): number | undefined {
  const { whole = '', fraction = '' } = partsOf(typed, places) ?? {};
  if (whole === '' || whole.length > MAX_DIGITS || fraction.length > places) return undefined;
  return Number(whole + fraction.padEnd(places, '0'));
}

/** Digits of a number that JavaScript represents exactly with its decimals. */
const MAX_DIGITS = 12;

/** The digits before and after the decimal sign; undefined when it is not a number. */
function partsOf(typed: string, places: number): { readonly whole: string; readonly fraction: string } | undefined {
  const text = typed.replace(/\s/g, '');
  const hasComma = text.includes(',');
  const isGrouped = places === 2 && /^\d{1,3}(\.\d{3})+$/.test(text);
  const plain = hasComma || isGrouped ? text.replaceAll('.', '').replace(',', '.') : text;
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d*))?$/.exec(plain) ?? [];
  return whole === undefined ? undefined : { whole, fraction };
}

/** Thousandths as people type them: without dots between thousands, which would be read as decimals. */
export function typedQuantity(thousandths: number): string {
  return String(thousandths / 1000).replace('.', ',');
}
