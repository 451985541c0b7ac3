import { isGtin } from '../../../../../base/gtin.js';

/**
 * Bars of the digits (GS1 General Specifications, 5.2.1): `A` with odd parity; `C` is its inverse, `B` is `C`
 * backwards.
 */
const A = [
  '0001101',
  '0011001',
  '0010011',
  '0111101',
  '0100011',
  '0110001',
  '0101111',
  '0111011',
  '0110111',
  '0001011',
];
/** How the first of thirteen digits is encoded in the parities of the next six. */
const PARITIES = ['AAAAAA', 'AABABB', 'AABBAB', 'AABBBA', 'ABAABB', 'ABBAAB', 'ABBBAA', 'ABABAB', 'ABABBA', 'ABBABA'];
const [GUARD, CENTRE] = ['101', '01010'];

function bars(digit: string, set: string): string {
  const odd = A[Number(digit)] ?? '';
  const inverse = Array.from(odd, (bar) => (bar === '1' ? '0' : '1'));
  if (set === 'A') return odd;
  return (set === 'C' ? inverse : inverse.reverse()).join('');
}

/**
 * A GTIN of 8, 12 or 13 digits as bars (`1`) and spaces; undefined for a number without such a code or with a wrong
 * check digit.
 */
export function eanBars(gtin: string): string | undefined {
  if (!isGtin(gtin) || gtin.length === 14) return undefined;
  if (gtin.length === 8) {
    const [left, right] = [gtin.slice(0, 4), gtin.slice(4)];
    return GUARD + coded(left, 'AAAA') + CENTRE + coded(right, 'CCCC') + GUARD;
  }
  const full = gtin.padStart(13, '0');
  const parity = PARITIES[Number(full[0])] ?? '';
  return GUARD + coded(full.slice(1, 7), parity) + CENTRE + coded(full.slice(7), 'CCCCCC') + GUARD;
}

function coded(digits: string, sets: string): string {
  return Array.from(digits, (digit, at) => bars(digit, sets[at] ?? 'C')).join('');
}
