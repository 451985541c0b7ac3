import { failed, ok, type Result } from './result.js';

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
