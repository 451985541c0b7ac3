import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useIssue } from '../../net/issue.js';
import { Button } from '../../parts/button.js';
import { Choice, Field, Form } from '../../parts/field.js';
import { money, quantity } from '../../parts/money.js';
import { Notice } from '../../parts/notice.js';
import { t } from '../../text/language.js';
import { RECEIPTS } from '../../text/receipts.js';
import { type Buyer, BuyerField, buyerIdOf, useOwnTin } from './buyerField.js';
import { type Invoice, paymentOptions } from './invoice.js';
import { Issued, IssuingState } from './issuing.js';
import { chosenQuantities, partialRefund, type RefundableLine, refundableLines, totalOf } from './refundLines.js';

interface RefundFormProps {
  readonly invoice: Invoice;
  /** Those that were issued before. */
  readonly refunds: readonly Invoice[];
}

/** The whole receipt, or chosen lines and quantities, and who gets the money back. */
export function RefundForm({ invoice, refunds }: RefundFormProps): JSX.Element {
  const { uuid, buyerId: same, payments, total } = invoice;
  const lines = refundableLines(invoice, refunds);
  const isUntouched = refunds.length === 0;
  const [isWhole, setWhole] = useState(isUntouched);
  const [typed, setTyped] = useState<readonly string[]>(lines.map(() => ''));
  const [buyer, setBuyer] = useState<Buyer>({ kind: same === null ? '10' : 'same', value: '' });
  const [paymentType, setPaymentType] = useState(payments[0]?.paymentType ?? 'Cash');
  const [issued, setIssued] = useState<Invoice>();
  const issuing = useIssue<Invoice>(`refund ${uuid}`);
  const buyerId = buyerIdOf(buyer, same, useOwnTin());
  if (issued !== undefined) return <Issued number={issued.pfr.invoiceNumber} uuid={issued.uuid} />;
  // What was asked for stands; what the lines say now may be its answer already.
  if (issuing.state === 'checking' || issuing.state === 'unanswered') {
    return <IssuingState issuing={issuing} onIssued={setIssued} />;
  }
  if (lines.every(({ left }) => left === 0)) return <Notice kind="info">{t(RECEIPTS.nothingLeft)}</Notice>;

  const quantities = chosenQuantities(lines, typed);
  const sum = isWhole ? total : totalOf(lines, quantities) / 100;
  const isReady = buyerId !== undefined && sum > 0 && (isWhole || !quantities.includes(undefined));
  const refund = async (): Promise<void> => {
    if (buyerId === undefined) return;
    setIssued(
      isWhole
        ? await issuing.issue(`/invoices/${uuid}/refund`, { buyerId })
        : await issuing.issue('/invoices', partialRefund(invoice, lines, quantities, { buyerId, paymentType })),
    );
  };
  return (
    <Form onSubmit={refund}>
      {!isUntouched && (
        <Notice kind="warning">
          {t(RECEIPTS.refundedBefore, { total: money(refunds.reduce((before, one) => before + one.total, 0)) })}{' '}
          {t(RECEIPTS.wholeAlready)}
        </Notice>
      )}
      {isUntouched && invoice.invoiceType === 'Normal' && (
        <div class="choices field">
          <Button pressed={isWhole} onClick={() => setWhole(true)}>
            {t(RECEIPTS.refundAll)}
          </Button>
          <Button pressed={!isWhole} onClick={() => setWhole(false)}>
            {t(RECEIPTS.refundSome)}
          </Button>
        </div>
      )}
      {!isWhole && (
        <>
          <Lines lines={lines} typed={typed} quantities={quantities} onChange={setTyped} />
          <Choice label={t(RECEIPTS.paidBy)} value={paymentType} options={paymentOptions()} onChange={setPaymentType} />
        </>
      )}
      <BuyerField buyer={buyer} same={same} onChange={setBuyer} />
      <IssuingState issuing={issuing} onIssued={setIssued} />
      <footer class="actions">
        <Button kind="danger" type="submit" disabled={!isReady || issuing.state !== 'idle'}>
          {t(RECEIPTS.refundNow, { total: money(sum) })}
        </Button>
      </footer>
    </Form>
  );
}

interface LinesProps {
  readonly lines: readonly RefundableLine[];
  readonly typed: readonly string[];
  readonly quantities: readonly (number | undefined)[];
  readonly onChange: (typed: readonly string[]) => void;
}

function Lines({ lines, typed, quantities, onChange }: LinesProps): JSX.Element {
  return (
    <>
      {lines.map(({ line: { name, unit }, left }, place) => {
        const most = quantity(left / 1000);
        return (
          <Field
            key={place}
            label={t(RECEIPTS.returned, { name })}
            hint={t(RECEIPTS.ofQuantity, { quantity: most, unit })}
            fault={quantities[place] === undefined ? t(RECEIPTS.quantityFault, { quantity: most }) : undefined}
            value={typed[place] ?? ''}
            onInput={(text) => onChange(typed.map((one, at) => (at === place ? text : one)))}
            inputMode="decimal"
            disabled={left === 0}
          />
        );
      })}
    </>
  );
}
