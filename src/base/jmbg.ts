/** Weight of each of the first twelve digits in the check digit. */
const WEIGHTS = [7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2] as const;

/**
 * True for thirteen digits that begin with a day and a month and end with the check digit of the others (modulo 11), as
 * in every JMBG. Also runs in a browser.
 *
 * @example isJmbg('0101990710008') // true
 */
export function isJmbg(text: string): boolean {
  if (!/^(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])\d{9}$/.test(text)) return false;
  const digits = Array.from(text, Number);
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * (digits[at] ?? 0), 0);
  const check = 11 - (sum % 11);
  return digits[12] === (check > 9 ? 0 : check);
}
