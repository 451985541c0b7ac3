import { bankAccountDigits, failed, ok, type Para, type Result } from '../../base/index.js';
import { ipsParty, ipsRow, saysSomething } from './ipsText.js';
import { isReference } from './ipsReference.js';
import { type QrCode, qrCodeOf } from './qrCode.js';

/**
 * The NBS IPS QR code of the National Bank of Serbia: a bank's app reads it and fills in a transfer. The rules are
 * those of the decision on general rules for instant credit transfers (Official Gazette of RS 65/2018, 78/2018,
 * 20/2019, 125/2020), annex 1, and of the bank's recommendations on the code (ips.nbs.rs). On paper, `NBS IPS QR` must
 * be printed beside the code.
 */

/**
 * Payer or payee, as rows of the code in this order. Texts may be of any length and in any letters: see {@link
 * ipsText}.
 */
interface IpsParty {
  readonly name: string;
  /** Street and number. */
  readonly address?: string;
  readonly place?: string;
}

export interface IpsTransfer {
  /** Account of the payee, 18 digits (tag R). */
  readonly account: string;
  readonly payee: IpsParty;
  /** 1 to 99,999,999,999,999 (tag I: RSD0,01 to RSD999999999999,99). */
  readonly amount: Para;
  readonly payer?: IpsParty;
  /**
   * 3 digits (tag SF). The first is the form of payment (2: not in cash), the others the purpose from the bank's list:
   * 221 is goods and services for final consumption, 220 those for further trade, 289 a payment by order of a citizen.
   */
  readonly paymentCode: string;
  /** At most 35 characters in Latin (tag S). */
  readonly purpose?: string;
  /** With its model in front, in the form of {@link model97}; model 00 means no model (tag RO). */
  readonly reference?: string;
}

/** The member of a transfer that prevents the code. */
type IpsFault = 'account' | 'payee' | 'amount' | 'payer' | 'paymentCode' | 'purpose' | 'reference';

interface IpsCode {
  /** The content of the code, to be encoded in UTF-8. */
  readonly text: string;
  readonly code: QrCode;
}

const MAX_AMOUNT: Para = 99_999_999_999_999;
const MAX_PURPOSE = 35;

/**
 * The text of the code. Names and addresses are transliterated to the letters that banks use, and shortened to the
 * allowed length, since the account alone decides where the money goes. Amount, purpose and reference are never
 * changed; a fault names the invalid one.
 */
export function ipsText(transfer: IpsTransfer): Result<string, IpsFault> {
  const { account, amount, paymentCode, reference } = transfer;
  // 18 digits and nothing else: an account in its usual form has hyphens.
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
    // A tag without a value must be omitted (recommendations, 2).
    ...(payer === undefined ? [] : [`P:${payer}`]),
    `SF:${paymentCode}`,
    ...(purpose === '' ? [] : [`S:${purpose}`]),
    ...(reference === undefined ? [] : [`RO:${reference}`]),
  ];
  return ok(tags.join('|'));
}

/**
 * The text with its code. No public text of the rules names a level of error correction. M is the level of payment
 * codes on paper elsewhere in Europe (EPC069-12), and repairs 15% where a sheet is folded. Without a payer the code has
 * 69 modules at most.
 */
export function ipsCode(transfer: IpsTransfer): Result<IpsCode, IpsFault> {
  const text = ipsText(transfer);
  if (!text.ok) return text;
  const code = qrCodeOf(text.value, 'M');
  // The limits of the tags keep every text far below the 2,331 bytes of the largest code.
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
