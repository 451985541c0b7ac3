/** Money: an integer of para, 1/100 RSD. Never a fraction, never above {@link MAX_TOTAL}. */
export type Para = number;

/** A sum of many receipts in para, without an upper limit: 13 receipts of the highest total exceed 2^53. */
export type ParaSum = bigint;

/** Quantity: an integer of thousandths of the unit. */
export type Thousandths = number;

/**
 * The highest total of a receipt, in para. The secure element signs 7 bytes of amount × 10,000 (SignInvoice APDU), so
 * the limit is 2^56 / 10,000 RSD.
 */
export const MAX_TOTAL: Para = 720_575_940_379_279;

/**
 * Divides and rounds half away from zero, the only rounding of the box (Technical Instruction for ESIR, 11 P4: 0.123 ×
 * 9.95 is 1.22). `denominator` must be above 0.
 */
export function roundHalfAway(numerator: bigint, denominator: bigint): bigint {
  const half = numerator < 0n ? -denominator : denominator;
  return (2n * numerator + half) / (2n * denominator);
}

/**
 * A JSON number as an integer of 10^-places, rounded half away from zero. It is read from its decimal text, because
 * 1.005 × 100 in binary is 100.49999999999999. Throws a RangeError when the number is not finite.
 */
export function exactDecimal(value: number, places: number): bigint {
  const match = /^(-?\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value));
  if (match === null) throw new RangeError('not a finite number');
  const [, whole = '', fraction = '', exponent = '0'] = match;
  const digits = BigInt(whole + fraction);
  const shift = Number(exponent) - fraction.length + places;
  return shift >= 0 ? digits * 10n ** BigInt(shift) : roundHalfAway(digits, 10n ** BigInt(-shift));
}

/**
 * Inverse of {@link exactDecimal}: the exact decimal text, `1234` with 2 places is `12.34`. For safe integers, 0 or
 * more.
 */
export function decimalText(value: number, places: number): string {
  const digits = String(value).padStart(places + 1, '0');
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** {@link exactDecimal} as a number; not exact above 2^53, so callers check the range first. */
export function scaledDecimal(value: number, places: number): number {
  return Number(exactDecimal(value, places));
}

/** RSD from JSON in para: 2.675 is 268, 1.005 is 101, 1e-7 is 0. Finite numbers only. */
export function paraFrom(value: number): Para {
  return scaledDecimal(value, 2);
}

/** Para as the JSON number of RSD: the nearest double, which prints as the exact decimal. */
export function toRsd(para: Para): number {
  return para / 100;
}

/** A sum of para as the JSON number of RSD: the nearest double, exact up to 2^53 para. */
export function sumToRsd(sum: ParaSum): number {
  return Number(`${sum}e-2`);
}

/** Digits in groups of three, as Serbian receipts print them: `1.234.567`. */
function groupThousands(digits: string): string {
  return digits.length <= 3 ? digits : digits.replace(/\B(?=(?:\d{3})+$)/g, '.');
}

/** Money as receipts print it: `1.234,56`, `-1.299,00`. */
export function formatMoney(para: Para): string {
  const size = Math.abs(para);
  const cents = String(size % 100).padStart(2, '0');
  return `${para < 0 ? '-' : ''}${groupThousands(String(Math.floor(size / 100)))},${cents}`;
}

/** As {@link formatMoney}, for a sum, which may exceed the exact integers of JavaScript. */
export function formatSum(sum: ParaSum): string {
  const digits = String(sum < 0n ? -sum : sum).padStart(3, '0');
  return `${sum < 0n ? '-' : ''}${groupThousands(digits.slice(0, -2))},${digits.slice(-2)}`;
}

/** A number in the form of receipts as an English reader writes it: `1.234,50` is `1,234.50`. */
export function englishNumber(number: string): string {
  return number.replace(/[.,]/g, (mark) => (mark === '.' ? ',' : '.'));
}

/** Price × quantity in para; a bigint, because values from a client may exceed 2^53 by far. */
export function lineTotal(unitPrice: Para, quantity: Thousandths): bigint {
  return roundHalfAway(BigInt(unitPrice) * BigInt(quantity), 1000n);
}

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
