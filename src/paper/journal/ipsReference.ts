/**
 * A reference with its model in front has at most 25 characters (recommendations of the National Bank of Serbia, tag
 * RO).
 */
const MAX_REFERENCE = 25;

/**
 * A reference of model 97: the model, two check digits, and `number` itself without hyphens and blanks. Undefined when
 * that has more than 21 characters, or others than digits and letters from A to Z.
 *
 * The check digits are those of ISO 7064, MOD 97-10, in front: a letter counts as 10 to 35. For 123412 they are 14, and
 * the reference is 9714123412 (annex 1 of the decision on instant credit transfers, tag RO).
 */
export function model97(number: string): string | undefined {
  const plain = number.replace(/[ -]/g, '').toUpperCase();
  const check = checkOf(plain);
  return check === undefined || plain.length > MAX_REFERENCE - 4 ? undefined : `97${check}${plain}`;
}

/**
 * True for two digits of the model followed by the number. With model 97 it must have no hyphens and correct check
 * digits.
 */
export function isReference(text: string): boolean {
  if (text.length > MAX_REFERENCE || !/^\d{2}[0-9A-Z](?:[0-9A-Z-]*[0-9A-Z])?$/.test(text)) return false;
  return !text.startsWith('97') || text.slice(2, 4) === checkOf(text.slice(4));
}

function checkOf(plain: string): string | undefined {
  if (!/^[0-9A-Z]+$/.test(plain)) return undefined;
  const digits = plain.replace(/[A-Z]/g, (letter) => String(parseInt(letter, 36)));
  return String(98n - ((BigInt(digits) * 100n) % 97n)).padStart(2, '0');
}
