// Also runs in a browser.

/** Digits of a GTIN: GTIN-8, GTIN-12 (UPC-A), GTIN-13 (EAN-13) and GTIN-14. */
const LENGTHS = /^(?:\d{8}|\d{12,14})$/;

/** True when the text has the length of a GTIN; its check digit may be wrong. */
export function hasGtinLength(text: string): boolean {
  return LENGTHS.test(text);
}

/**
 * The check digit for these digits of a GTIN: alternating weights 3 and 1 from the right (GS1 General Specifications,
 * 7.9).
 */
export function checkDigit(digits: string): string {
  const sum = Array.from(digits, Number)
    .reverse()
    .reduce((all, digit, at) => all + digit * (at % 2 === 0 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
}

/** True for a GTIN of 8, 12, 13 or 14 digits with the right check digit. */
export function isGtin(text: string): boolean {
  return LENGTHS.test(text) && checkDigit(text.slice(0, -1)) === text.slice(-1);
}

/**
 * Normal form of a code: equal for codes that a till treats as the same. A GTIN is the same with any number of leading
 * zeros (GS1 General Specifications, 3.3); any other code is unchanged.
 *
 * @example exactCode('73513537') === exactCode('00000073513537')
 */
export function exactCode(code: string): string {
  return isGtin(code) ? code.padStart(14, '0') : code;
}

/**
 * Loose form of a code, without leading zeros and case, which scanners and catalogues mix up.
 *
 * @example foldedCode('07007') === foldedCode('7007')
 */
export function foldedCode(code: string): string {
  return code.replace(/^0+(?=.)/, '').toLowerCase();
}
