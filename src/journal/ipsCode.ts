import { bankAccountDigits, failed, ok, type Para, type Result } from '../base/index.js';
import { ipsParty, ipsRow, saysSomething } from './ipsText.js';
import { isReference } from './ipsReference.js';
import { type QrCode, qrCodeOf } from './qrCode.js';

/**
 * The NBS IPS QR code of the National Bank of Serbia: a bank's app reads it and fills in a transfer. The rules are those of
 * the decision on general rules for instant credit transfers (Official Gazette of RS 65/2018, 78/2018, 20/2019, 125/2020),
 * annex 1, and of the bank's recommendations on the code (ips.nbs.rs). Beside the code on paper must stand `NBS IPS QR`.
 */

/** Who pays or is paid; rows of the code, in this order. Texts may be of any length and in any letters: see {@link ipsText}. */
export interface IpsParty {
  readonly name: string;
  /** Street and number. */
  readonly address?: string;
  readonly place?: string;
}

export interface IpsTransfer {
  /** Of the payee, 18 digits (tag R). */
  readonly account: string;
  readonly payee: IpsParty;
  /** 1 to 99,999,999,999,999 (tag I: RSD0,01 to RSD999999999999,99). */
  readonly amount: Para;
  readonly payer?: IpsParty;
  /**
   * 3 digits (tag SF): the first says how is paid (2: not in cash), the others for what, from the bank's list: 221 is goods and
   * services for final consumption, 220 those for further trade, 289 a payment by order of a citizen.
   */
  readonly paymentCode: string;
  /** At most 35 characters in Latin (tag S). */
  readonly purpose?: string;
  /** With its model in front, as {@link model97} makes it; model 00 stands for none (tag RO). */
  readonly reference?: string;
}

/** Which member of a transfer no code can be made of. */
export type IpsFault = 'account' | 'payee' | 'amount' | 'payer' | 'paymentCode' | 'purpose' | 'reference';

export interface IpsCode {
  /** What the code says, to be encoded in UTF-8. */
  readonly text: string;
  readonly code: QrCode;
}

const MAX_AMOUNT: Para = 99_999_999_999_999;
const MAX_PURPOSE = 35;

/**
 * The text of the code. Names and addresses are put into the letters that banks write, and shortened to what fits: the account
 * says where the money goes. Amount, purpose and reference are never changed in what they say: a fault tells which is wrong.
 */
export function ipsText(transfer: IpsTransfer): Result<string, IpsFault> {
  const { account, amount, paymentCode, reference } = transfer;
  // 18 digits and nothing else: an account as people write it has hyphens.
  if (!/^\d{18}$/.test(account) || !bankAccountDigits(account).ok) return failed('account');
  const payee = partyText(transfer.payee);
  if (payee === undefined) return failed('payee');
  if (!Number.isSafeInteger(amount) || amount < 1 || amount > MAX_AMOUNT) return failed('amount');
  const payer = transfer.payer && partyText(transfer.payer);
  if (transfer.payer !== undefined && payer === undefined) return failed('payer');
  if (!/^\d{3}$/.test(paymentCode)) return failed('paymentCode');
  const purpose = ipsRow(transfer.purpose ?? '');
  if (purpose.length > MAX_PURPOSE) return failed('purpose');
  if (reference !== undefined && !isReference(reference)) return failed('reference');
  const tags = [
    ...(['K:PR', 'V:01', 'C:1'] as const),
    ...[`R:${account}`, `N:${payee}`, `I:${amountText(amount)}`],
    // A tag without a value must be left out (recommendations, 2).
    ...(payer === undefined ? [] : [`P:${payer}`]),
    `SF:${paymentCode}`,
    ...(purpose === '' ? [] : [`S:${purpose}`]),
    ...(reference === undefined ? [] : [`RO:${reference}`]),
  ];
  return ok(tags.join('|'));
}

/**
 * The text with its code. No public text of the rules names a level of error correction; M is what payment codes on paper have
 * elsewhere in Europe (EPC069-12), and repairs 15% where a sheet is folded. Without a payer the code has 69 modules at most.
 */
export function ipsCode(transfer: IpsTransfer): Result<IpsCode, IpsFault> {
  const text = ipsText(transfer);
  if (!text.ok) return text;
  const code = qrCodeOf(text.value, 'M');
  // The bounds of the tags keep every text far below the 2,331 bytes of the largest code.
  if (code === null) throw new Error(`no QR code holds ${text.value.length} characters`);
  return ok({ text: text.value, code });
}

function partyText({ name, address = '', place = '' }: IpsParty): string | undefined {
  const [first = '', ...others] = [name, address, place].map(ipsRow);
  return saysSomething(first) ? ipsParty([first, ...others.filter((row) => row !== '')]) : undefined;
}

/** `RSD3596,13`: a decimal comma, and no dots between thousands. */
function amountText(amount: Para): string {
  return `RSD${Math.floor(amount / 100)},${String(amount % 100).padStart(2, '0')}`;
}
