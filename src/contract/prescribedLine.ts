import type { PaymentType } from './payments.js';

// Runs in a browser, too.

/** Labels of the second digit of `10:` to `13:` and `20:` to `23:`; written by number, as in `prescribedLine.ts`. */
const LABELS = '\u0402\u0415\u0413\u0410';

/**
 * The beginning of a name that the Technical Instruction for ESIR prescribes (9.1, 9.5, 9.7, 9.8). A digit after the
 * colon makes it a time, as in `20:30 Дина 2`.
 */
const FREE_OF_CHARGE = /^00\s*:(?!\d)/;
const ADVANCE = /^1([0-3])\s*:\s*(?:\u0430\u0432\u0430\u043d\u0441|avans)/iu;
const VOUCHER = /^2([0-3])\s*:(?!\d)/;

/** True for goods that are given free of charge. */
export function isFreeName(name: string): boolean {
  return FREE_OF_CHARGE.test(name);
}

/** True for a single-purpose voucher: each is a line of its own. */
export function isVoucherName(name: string): boolean {
  return VOUCHER.test(name);
}

/** True for a line of an advance in any spelling of its prescribed name, such as `10:Аванс (Ђ)`. */
export function isAdvanceForm(name: string): boolean {
  return ADVANCE.test(name);
}

/** True for an advance, a single-purpose voucher, and goods free of charge: their names are prescribed. */
export function isPrescribedName(name: string): boolean {
  return ADVANCE.test(name) || isVoucherName(name) || isFreeName(name);
}

/** What of a receipt the prescribed names bind. */
interface PrescribedContent {
  readonly invoiceType: string;
  readonly transactionType: string;
  readonly lines: readonly {
    readonly name: string;
    readonly label: string;
    /** Thousandths. */
    readonly quantity: number;
    readonly total: number;
  }[];
  readonly payments: readonly { readonly paymentType: PaymentType; readonly amount: number }[];
}

/**
 * A fault of lines with prescribed names. `line`: index of the line. `label`: the name belongs to another label.
 * `quantity`: it is not 1. `rates`: one receipt has single-purpose vouchers of two labels. `payment`: goods free of
 * charge are not paid as `Other`.
 */
export interface PrescribedFault {
  readonly kind: 'advance' | 'voucher' | 'free';
  readonly fault: 'label' | 'quantity' | 'rates' | 'payment';
  readonly line: number;
}

const ONE = 1000;

/** Faults of the prescribed lines of a sale. A correction is not checked: it repeats the lines of a wrong receipt. */
export function prescribedFaults(content: PrescribedContent): readonly PrescribedFault[] {
  const { invoiceType, transactionType, lines, payments } = content;
  if (transactionType !== 'Sale') return [];
  if (invoiceType === 'Advance') return lines.flatMap((line, at) => faultsOf('advance', ADVANCE, line, at));
  if (invoiceType !== 'Normal') return [];
  const faults = lines.flatMap((line, at) => faultsOf('voucher', VOUCHER, line, at));
  const vouchers = lines.map(({ name }, at) => (VOUCHER.test(name) ? at : -1)).filter((at) => at >= 0);
  const other = vouchers.find((at) => lines[at]?.label !== lines[vouchers[0] ?? at]?.label);
  const free = lines.findIndex(({ name }) => FREE_OF_CHARGE.test(name));
  const given = lines.filter(({ name }) => FREE_OF_CHARGE.test(name)).reduce((sum, { total }) => sum + total, 0);
  const paid = payments.filter(({ paymentType }) => paymentType === 'Other').reduce((sum, one) => sum + one.amount, 0);
  return [
    ...faults,
    ...(other === undefined ? [] : [{ kind: 'voucher', fault: 'rates', line: other } as const]),
    ...(paid >= given ? [] : [{ kind: 'free', fault: 'payment', line: free } as const]),
  ];
}

function faultsOf(
  kind: 'advance' | 'voucher',
  form: RegExp,
  { name, label, quantity }: PrescribedContent['lines'][number],
  line: number,
): PrescribedFault[] {
  const [, digit] = form.exec(name) ?? [];
  if (digit === undefined) return [];
  // Processors of the sandbox have other labels.
  const isOther = LABELS.includes(label) && LABELS[Number(digit)] !== label;
  return [
    ...(isOther ? [{ kind, fault: 'label', line } as const] : []),
    ...(quantity === ONE ? [] : [{ kind, fault: 'quantity', line } as const]),
  ];
}

/** Prescribed names of the lines of an advance by tax label (Technical Instruction for ESIR, 9.1). */
export const ADVANCE_NAMES: Readonly<Record<string, string>> = {
  Ђ: '10: Аванс (Ђ)',
  Е: '11: Аванс (Е)',
  Г: '12: Аванс (Г)',
  А: '13: Аванс (А)',
};

/**
 * Accepts any letter as the label, since processors of the sandbox have others. Written as escapes: a non-ASCII letter
 * in an expression doubles the memory that V8 needs for the bundle.
 */
const ADVANCE_NAME = /^1[0-3]: \u0410\u0432\u0430\u043d\u0441 \(.\)$/u;

/** True for the prescribed name of a line of an advance, `10: Аванс (Ђ)`. */
export function isAdvanceName(name: string): boolean {
  return ADVANCE_NAME.test(name);
}
