import { bankAccountDigits, failed, latin, ok, type Para, type Result, toNfc } from '../../base/index.js';
import { type QrCode, qrCodeOf } from './qrCode.js';

/** Most characters of the tags N and P, with the line breaks between their rows. */
const MAX_PARTY = 70;
/** The rows of a name and address are below each other, as in the bank's own examples. */
const ROW_END = '\r\n';

/** Letters that banks use: those of Serbian and English Latin. The bank’s text rules Cyrillic out. */
const LETTERS = 'A-Za-zČĆĐŠŽčćđšž';
/** The bank's table of special characters. `|` is not one of them, since it ends a tag. */
const SPECIAL = '!(/@}):\\[~#*;\\]$+<^%,=_"&\\->`.?{\'';
const FOREIGN = new RegExp(`[^${LETTERS}0-9${SPECIAL} ]`, 'gu');

/** Typographic signs and their replacements from the table. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ '„': '"', '“': '"', '”': '"', '«': '"', '»': '"', '’': "'", '‘': "'", '‚': "'" },
  ...{ '‐': '-', '‑': '-', '‒': '-', '–': '-', '—': '-', '−': '-', '…': '...' },
};

/**
 * One row in the letters of a payment code. Serbian Cyrillic becomes Latin, letters of other languages lose their
 * accents, and all characters that banks do not use, such as `|`, line breaks and pictures, become blanks. It may be
 * ''.
 */
function ipsRow(text: string): string {
  return latin(toNfc(text))
    .replace(FOREIGN, (sign) => PLAIN[sign] ?? withoutAccents(sign))
    .replace(FOREIGN, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** `ü` is `u`, `й` is `i`, `ﬁ` is `fi`. */
function withoutAccents(sign: string): string {
  return latin(sign.normalize('NFKD').replace(/\p{M}/gu, ''));
}

/** True when a row has a letter or a digit: a name of signs alone identifies nothing. */
function saysSomething(row: string): boolean {
  return new RegExp(`[${LETTERS}0-9]`).test(row);
}

/**
 * Name, address and place in at most {@link MAX_PARTY} characters. Rows after the name are dropped whole, the last one
 * first, since half an address is useless. The name alone is cut after a whole word, as in a short business name.
 */
function ipsParty(rows: readonly string[]): string {
  for (let count = rows.length; count > 1; count -= 1) {
    const text = rows.slice(0, count).join(ROW_END);
    if (text.length <= MAX_PARTY) return text;
  }
  const [name = ''] = rows;
  if (name.length <= MAX_PARTY) return name;
  const wordEnd = name.lastIndexOf(' ', MAX_PARTY);
  return name.slice(0, wordEnd > 0 ? wordEnd : MAX_PARTY);
}

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
function isReference(text: string): boolean {
  if (text.length > MAX_REFERENCE || !/^\d{2}[0-9A-Z](?:[0-9A-Z-]*[0-9A-Z])?$/.test(text)) return false;
  return !text.startsWith('97') || text.slice(2, 4) === checkOf(text.slice(4));
}

function checkOf(plain: string): string | undefined {
  if (!/^[0-9A-Z]+$/.test(plain)) return undefined;
  const digits = plain.replace(/[A-Z]/g, (letter) => String(parseInt(letter, 36)));
  return String(98n - ((BigInt(digits) * 100n) % 97n)).padStart(2, '0');
}

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

interface IpsTransfer {
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
