import type { JSX } from 'preact';
import type { InvoiceType, TransactionType } from '../../../../contract/index.js';
import { t } from '../text/language.js';
import { RECEIPTS } from '../text/receipts.js';
import { money } from './valueText.js';

interface ReceiptKind {
  readonly invoiceType: InvoiceType;
  readonly transactionType: TransactionType;
}

const KINDS = {
  Normal: { Sale: RECEIPTS.normalSale, Refund: RECEIPTS.normalRefund },
  Advance: { Sale: RECEIPTS.advanceSale, Refund: RECEIPTS.advanceRefund },
  ProForma: { Sale: RECEIPTS.proFormaSale, Refund: RECEIPTS.proFormaRefund },
  Copy: { Sale: RECEIPTS.copySale, Refund: RECEIPTS.copyRefund },
  Training: { Sale: RECEIPTS.trainingSale, Refund: RECEIPTS.trainingRefund },
} as const;

/** The name of a kind of receipt. */
export function kindName({ invoiceType, transactionType }: ReceiptKind): string {
  return t(KINDS[invoiceType][transactionType]);
}

/** The name of a kind of receipt that must be named; undefined for a plain sale. */
export function unusualKind(receipt: ReceiptKind): string | undefined {
  const { invoiceType, transactionType } = receipt;
  return invoiceType === 'Normal' && transactionType === 'Sale' ? undefined : kindName(receipt);
}

interface SignedMoneyProps {
  readonly transactionType: TransactionType;
  /** Para. */
  readonly total: number;
}

/** The total of a receipt, para, such as `−1.650,00`; negative for a refund. */
export function signedMoney({ transactionType, total }: SignedMoneyProps): string {
  return `${transactionType === 'Refund' ? '−' : ''}${money(total / 100)}`;
}

/** The total of a receipt; for a refund it is negative and highlighted. */
export function SignedMoney(receipt: SignedMoneyProps): JSX.Element {
  const isRefund = receipt.transactionType === 'Refund';
  return <strong class={isRefund ? 'number minus' : 'number'}>{signedMoney(receipt)}</strong>;
}

/**
 * The total of a receipt in a list, with the name of its kind unless it is a plain sale: `Рефундација −1.650,00`.
 *
 *     <ReceiptAmount receipt={row} />
 */
export function ReceiptAmount({ receipt }: { readonly receipt: ReceiptKind & SignedMoneyProps }): JSX.Element {
  const kind = unusualKind(receipt);
  const { transactionType, total } = receipt;
  return (
    <span class="receipt-amount">
      {kind !== undefined && <span class="muted">{kind}</span>}{' '}
      <SignedMoney transactionType={transactionType} total={total} />
    </span>
  );
}
