import type { Thousandths } from './fiscal.js';
import { groupThousands, scaledDecimal } from './money.js';

/** A JSON number as thousandths, rounded half away from zero from its decimal text. Finite numbers only. */
export function thousandthsFrom(value: number): Thousandths {
  return scaledDecimal(value, 3);
}

/** Thousandths as a JSON number. */
export function toQuantity(quantity: Thousandths): number {
  return quantity / 1000;
}

/**
 * Quantity, 0 or more, as receipts print it: whole without decimals, else with exactly three: `1`, `1.000`, `0,408`.
 */
export function formatQuantity(quantity: Thousandths): string {
  const whole = groupThousands(String(Math.floor(quantity / 1000)));
  const rest = quantity % 1000;
  return rest === 0 ? whole : `${whole},${String(rest).padStart(3, '0')}`;
}
