import { failed, ok, type Result } from './result.js';

/** Weight of each of the first twelve digits in the check digit. */
const WEIGHTS = [7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2] as const;

/**
 * True for thirteen digits that begin with a day and a month and end with the check digit of the others (modulo 11), as
 * in every JMBG. Also runs in a browser.
 *
 * @example isJmbg('0101990710008') // true
 */
function isJmbg(text: string): boolean {
  if (!/^(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])\d{9}$/.test(text)) return false;
  const digits = Array.from(text, Number);
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * (digits[at] ?? 0), 0);
  const check = 11 - (sum % 11);
  return digits[12] === (check > 9 ? 0 : check);
}

// Also runs in a browser.

/** Codes of buyer identifications (Technical Instruction for ESIR, 9.8), with the required form of their value. */
export const BUYER_CODES = {
  '10': /^\d{9}$/,
  '11': /^\d{13}$/,
  '12': /^\d{9}:\d{5}$/,
  '13': /./,
  '14': /^\d{9}$/,
  '15': /^\d{13}$/,
  '16': /^\d{12}$/,
  '20': /./,
  '21': /./,
  '22': /./,
  '23': /./,
  '30': /./,
  '31': /./,
  '32': /./,
  '33': /./,
  '34': /./,
  '35': /./,
  '36': /./,
  '40': /./,
} as const;

export type BuyerCode = keyof typeof BUYER_CODES;

/** Codes whose value begins with a PIB, which has a check digit. */
const WITH_TIN: ReadonlySet<BuyerCode> = new Set(['10', '12', '14']);

export function isBuyerCode(code: string): code is BuyerCode {
  return Object.hasOwn(BUYER_CODES, code);
}

/** Codes whose value is a JMBG, which also has a check digit. */
const WITH_JMBG: ReadonlySet<BuyerCode> = new Set(['11', '15']);

/** A fault of a value: its form, or the check digit of its PIB or JMBG. */
type BuyerFault = 'form' | 'tin' | 'jmbg';

/** The fault of a code's value; undefined when it is valid. */
export function buyerFault(code: BuyerCode, value: string): BuyerFault | undefined {
  if (!BUYER_CODES[code].test(value)) return 'form';
  if (WITH_JMBG.has(code) && !isJmbg(value)) return 'jmbg';
  return WITH_TIN.has(code) && !isTin(value.slice(0, 9)) ? 'tin' : undefined;
}

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

/** With hyphens, or as 18 digits; leading zeros of the middle part may be omitted. */
export const BANK_ACCOUNT = '^(?:\\d{18}|\\d{3}-\\d{1,13}-\\d{2})$';

/** Why a text is not an account: it does not match {@link BANK_ACCOUNT}, or one of its digits is wrong. */
type BankAccountFault = 'form' | 'digits';

/**
 * The 18 digits of a Serbian bank account: 3 of the bank, 13 of the account, and 2 check digits. `840-955845-10` is
 * `840000000095584510`, as the National Bank of Serbia prescribes for a QR code (recommendations on the NBS IPS QR
 * code, tag R). The check digits are those of ISO 7064, MOD 97-10: all 18 digits as a number have remainder 1 when
 * divided by 97.
 */
export function bankAccountDigits(text: string): Result<string, BankAccountFault> {
  if (!new RegExp(BANK_ACCOUNT).test(text)) return failed('form');
  const [bank, account = '', check = ''] = text.split('-');
  const digits = `${bank}${check && account.padStart(13, '0')}${check}`;
  return BigInt(digits) % 97n === 1n ? ok(digits) : failed('digits');
}
