import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.js';
import { Field } from '../../parts/field.js';
import { quantity as shown, thousandthsOf } from '../../parts/money.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { TILL } from '../../text/till.js';
import type { InvoiceResponse } from '../../till/answers.js';
import { refundRequest, refundTotal } from '../../till/requests.js';
import { BuyerForm } from './buyer.js';
import { issue, rules } from './till.js';
import { para } from './words.js';

interface RefundProps {
  readonly invoice: InvoiceResponse;
  readonly onBack: () => void;
}

/** What comes back, and to whom; the whole receipt at first. */
export function RefundView({ invoice, onBack }: RefundProps): JSX.Element {
  const { items, buyerId } = invoice;
  const [typed, setTyped] = useState<readonly string[]>(items.map((item) => shown(item.quantity)));
  const [buyer, setBuyer] = useState(buyerId);
  const returned = typed.map((text, index) => {
    const most = Math.round((items[index]?.quantity ?? 0) * 1000);
    const value = text.trim() === '' ? 0 : thousandthsOf(text);
    return value === undefined || value > most ? undefined : value;
  });
  const isFine = returned.every((value) => value !== undefined) && returned.some((value) => value > 0);
  const amounts = returned.map((value) => value ?? 0);
  const total = refundTotal(invoice, amounts);
  const { tin } = rules.value;
  return (
    <>
      <h2>{t(TILL.refundTitle)}</h2>
      <div class="actions">
        <Button onClick={() => setTyped(items.map((item) => shown(item.quantity)))}>{t(TILL.refundWhole)}</Button>
        <Button onClick={() => setTyped(items.map(() => '0'))}>{t(TILL.refundNothing)}</Button>
      </div>
      {items.map((item, index) => (
        <Field
          key={index}
          label={t(TILL.returned, { name: item.name })}
          hint={t(TILL.returnedOf, { quantity: shown(item.quantity), unit: item.unit })}
          value={typed[index] ?? ''}
          onInput={(text) => setTyped(typed.map((one, at) => (at === index ? text : one)))}
          inputMode="decimal"
          fault={returned[index] === undefined ? t(TILL.badNumber) : undefined}
        />
      ))}
      <h2>{t(TILL.buyer)}</h2>
      {/^\d{9}$/.test(tin) && <Button onClick={() => setBuyer(`10:${tin}`)}>{t(TILL.ownTin)}</Button>}
      <BuyerForm
        key={buyer}
        buyerId={buyer}
        action={t(TILL.refundSubmit, { amount: para(total) })}
        onDone={async (id) => {
          if (isFine) await issue('refund', refundRequest(invoice, amounts, id), total);
        }}
      />
      <Button onClick={onBack}>{t(COMMON.cancel)}</Button>
    </>
  );
}
