import type { JSX } from 'preact';
import type { ReceiptRow } from '../../../../admin/index.js';
import { isAdvanceName } from '../../../../../contract/index.js';
import { buyerText } from '../../buyer/fields.js';
import { moment } from '../../components/valueText.js';
import { SignedMoney, unusualKind } from '../../components/receiptAmount.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { RECEIPTS } from '../../text/receipts.js';

/** Receipts as a list of links. */
export function Rows({ rows }: { readonly rows: readonly ReceiptRow[] }): JSX.Element | null {
  if (rows.length === 0) return null;
  return (
    <ul class="plain-list framed receipt-rows" aria-label={t(RECEIPTS.list)}>
      {rows.map((row) => (
        <li key={row.uuid}>
          <a class="receipt-row" href={`#/receipts/${row.uuid}`}>
            <span class="when">{moment(row.time)}</span>
            <SignedMoney transactionType={row.transactionType} total={row.total} />
            <span class="what">
              <bdi>{namesOf(row)}</bdi>
            </span>
            <span class="whose muted">
              {unusualKind(row) !== undefined && (
                <>
                  <strong>{unusualKind(row)}</strong>
                  {' · '}
                </>
              )}
              <bdi>{row.number}</bdi> · <bdi>{row.cashier}</bdi>
              {row.buyerId !== null && (
                <>
                  {' · '}
                  <bdi>{buyerText(row.buyerId)}</bdi>
                </>
              )}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function namesOf({ names, lines }: ReceiptRow): string {
  // The number and the label of `10: Аванс (Ђ)` mean nothing to a seller.
  const shown = names.map((name) => (isAdvanceName(name) ? t(COMMON.advance) : name)).join(', ');
  return lines > names.length ? t(RECEIPTS.and, { names: shown, count: lines - names.length }) : shown;
}
