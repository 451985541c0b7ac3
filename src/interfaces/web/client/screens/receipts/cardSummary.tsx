import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { CardSummary } from '../../../../admin/index.js';
import { cardPeriodField, cardPeriodOf, labelsOfLine } from '../../../../../contract/index.js';
import { OF_COMPANIES, type TypedBuyer, typedBuyerId } from '../../buyer/buyerCodes.js';
import { BuyerFields } from '../../buyer/fields.js';
import { operate } from '../../net/http.js';
import { useIssue } from '../../net/issue.js';
import { Button } from '../../components/button.js';
import { Dialog } from '../../components/dialog.js';
import { typedMembers, Field, Form } from '../../components/field.js';
import { money, quantity as shown } from '../../components/valueText.js';
import { FaultNotice, Notice, useFault } from '../../components/notice.js';
import { CARD_SUMMARY } from '../../text/receipts.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { MAX_LINES } from '../../till/cart.js';
import type { RequestToSend } from '../../till/requests.js';
import { daysOf } from '../reports/periodChoice.js';
import { Issued, IssuingFlow } from './issuing.js';
import { Rows } from './rows.js';

/** The name under which its request is stored. */
export const SUMMARY_REQUEST = 'summary';

/** What was found for a buyer. */
interface Found {
  readonly summary: CardSummary;
  readonly buyerId: string;
}

/** Refunds the sales by corporate card of a buyer and a month in one receipt; an unanswered request comes first. */
export function CardSummaryDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const issuing = useIssue(SUMMARY_REQUEST);
  const [buyer, setBuyer] = useState<TypedBuyer>({ kind: '10', value: '' });
  const [days, setDays] = useState(() => daysOf('lastMonth'));
  const [isTried, setTried] = useState(false);
  const [fault, checked] = useFault();
  const [found, setFound] = useState<Found>();
  const isPeriod = cardPeriodOf(cardPeriodField(days.from, days.to)) !== undefined;
  const look = async (): Promise<void> => {
    setTried(true);
    setFound(undefined);
    const buyerId = typedBuyerId(buyer);
    if (buyerId === undefined || !isPeriod) return;
    const reply = checked(await operate('receipts.cards', { buyer: buyerId, ...days }));
    if (reply.ok) setFound({ summary: reply.value, buyerId });
  };
  // Another buyer or period needs a new request.
  const change = (how: () => void): void => {
    setFound(undefined);
    how();
  };
  const typed = typedMembers(days, (part) => change(() => setDays({ ...days, ...part })));
  return (
    <Dialog title={t(CARD_SUMMARY.open)} onClose={onClose}>
      <IssuingFlow issuing={issuing} whenIssued={(invoice) => <Issued invoice={invoice} />}>
        <Form onSubmit={look} label={t(CARD_SUMMARY.show)}>
          <p>{t(CARD_SUMMARY.hint)}</p>
          <BuyerFields
            buyer={buyer}
            onChange={(one) => change(() => setBuyer(one))}
            first={OF_COMPANIES}
            isTried={isTried}
            autoFocus
          />
          <div class="search">
            <Field label={t(COMMON.from)} type="date" {...typed('from')} />
            <Field
              label={t(COMMON.to)}
              type="date"
              {...typed('to')}
              fault={isTried && !isPeriod ? t(CARD_SUMMARY.period) : undefined}
            />
          </div>
          <Button type="submit" text={t(CARD_SUMMARY.show)} />
        </Form>
        <FaultNotice fault={fault} />
        {found !== undefined && <FoundSales found={found} isBusy={issuing.state !== 'idle'} onRefund={issuing.issue} />}
      </IssuingFlow>
    </Dialog>
  );
}

interface FoundSalesProps {
  readonly found: Found;
  readonly isBusy: boolean;
  readonly onRefund: (sent: RequestToSend) => Promise<unknown>;
}

/** The sales that were found, and the button that refunds the rest of them. */
function FoundSales({ found: { summary, buyerId }, isBusy, onRefund }: FoundSalesProps): JSX.Element {
  const { sales, last, lines, total, refunds } = summary;
  if (last === null) return <Notice kind="info">{t(CARD_SUMMARY.none)}</Notice>;
  return (
    <>
      <p>{t(CARD_SUMMARY.found, { count: sales, number: last.number })}</p>
      {refunds.length > 0 && (
        <>
          <p>{t(CARD_SUMMARY.before)}</p>
          <Rows rows={refunds} />
        </>
      )}
      {total === 0 ? (
        <Notice kind="info">{t(CARD_SUMMARY.all)}</Notice>
      ) : lines.length > MAX_LINES ? (
        <Notice kind="failure">{t(CARD_SUMMARY.tooMany, { most: MAX_LINES })}</Notice>
      ) : (
        <>
          <ul class="summary-lines">
            {lines.map((line, place) => (
              <li key={place}>
                <bdi>{line.name}</bdi> ({labelsOfLine(line).join(', ')}): {shown(line.quantity / 1000)} {line.unit} ×{' '}
                {money(line.unitPrice / 100)} = <span class="number">{money(line.total / 100)}</span>
              </li>
            ))}
          </ul>
          <footer class="actions">
            <Button
              kind="danger"
              class="large"
              disabled={isBusy}
              text={t(COMMON.refundTotal, { total: money(total / 100) })}
              onClick={() => onRefund(summaryRequest({ ...summary, last }, buyerId))}
            />
          </footer>
        </>
      )}
    </>
  );
}

/** A summary of which there is a sale. */
type OfSales = CardSummary & { readonly last: NonNullable<CardSummary['last']> };

/** The request for a summary refund: it names the last sale and the period, and is paid by voucher like the sales. */
function summaryRequest({ optionalField, last, lines, total }: OfSales, buyerId: string): RequestToSend {
  return {
    path: '/invoices',
    body: {
      ...{ invoiceType: 'Normal', transactionType: 'Refund', buyerId, buyerCostCenterId: optionalField },
      items: lines.map(({ quantity, unitPrice, total: _, ...line }) => ({
        ...line,
        quantity: quantity / 1000,
        unitPrice: unitPrice / 100,
      })),
      referentDocumentNumber: last.number,
      referentDocumentDT: last.time,
      payments: [{ paymentType: 'Voucher', amount: total / 100 }],
    },
  };
}
