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

/** Thousandths as people type them: without points between thousands, which would be decimals again. */
export function typedQuantity(thousandths: number): string {
  return String(thousandths / 1000).replace('.', ',');
}
