/** Is it a GTIN of 8, 12, 13 or 14 digits with the right check digit? */
export function isGtin(code: string): boolean {
  return /^(\d{8}|\d{12,14})$/.test(code) && hasCheckDigit(code);
}

/** Digits count 1 and 3 in turn, from the right (GS1 General Specifications, 7.9). */
function hasCheckDigit(code: string): boolean {
  const sum = Array.from(code, Number)
    .reverse()
    .reduce((all, digit, index) => all + digit * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}
