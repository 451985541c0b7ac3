/**
 * True for nine digits of which the last is the check digit of the others (ISO 7064, MOD 11,10), as in every PIB. Also
 * runs in a browser.
 */
export function isTin(text: string): boolean {
  if (!/^\d{9}$/.test(text)) return false;
  const digits = Array.from(text, Number);
  const sum = digits.slice(0, 8).reduce((product, digit) => (((product + digit) % 10 || 10) * 2) % 11, 10);
  return (sum + (digits[8] ?? 0)) % 10 === 1;
}

/** The nine digits without the country, which certificates and some processors prepend: `RS100000049`. */
export function plainTin(text: string): string {
  return text.replace(/^RS(?=\d{9}$)/, '');
}
