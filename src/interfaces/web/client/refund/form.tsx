import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { offeredPayments, type Payment, type PaymentType } from '../../../../contract/index.js';
import { OF_PEOPLE, possibleBuyer, type TypedBuyer, typedBuyerId } from '../buyer/buyerCodes.js';
import { BuyerFields } from '../buyer/fields.js';
import { Button } from '../components/button.js';
import { Submit, Choice, Field, Form } from '../components/field.js';
import { money, numberText, paymentInText, paymentOptions, quantity as shown } from '../components/valueText.js';
import { Notice } from '../components/notice.js';
import { numberFault, typedQuantity } from '../components/typed.js';
import { COMMON } from '../text/common.js';
import { t } from '../text/language.js';
import { REFUND } from '../text/refund.js';
import { isFiscal } from '../till/tillAnswers.js';
import type { RequestToSend } from '../till/requests.js';
import {
  chosenQuantities,
  everythingOf,
  isWhole,
  type Refundable,
  proposedPayments,
  type RefundableLine,
  type RefundableReceipt,
  refundRequest,
  stepped,
  totalOf,
} from './lines.js';

/** The rules of the shop that refunds use. */
export interface RefundRules {
  readonly simplifiedCash: boolean;
  /** PIB of the shop. */
  readonly tin: string;
}

interface RefundFormProps {
  readonly receipt: RefundableReceipt;
  readonly left: Refundable;
  readonly rules: RefundRules;
  readonly isBusy: boolean;
  /** `total`: para to return. */
  readonly onRefund: (sent: RequestToSend, total: number) => Promise<unknown>;
}

/** As the receipt was paid, instead of one payment type for all. */
const AS_PAID = 'as paid';

/** A text such as `платна картица 300,00, готовина 120,00`, from para. */
function partsText(parts: readonly Payment[]): string {
  return parts.map(({ paymentType, amount }) => `${paymentInText(paymentType)} ${money(amount / 100)}`).join(', ');
}

/** Form of a refund: the returned lines, the amount, and the buyer. No line is returned until it is chosen. */
export function RefundForm({ receipt, left, rules, isBusy, onRefund }: RefundFormProps): JSX.Element {
  const { lines, most, refunds } = left;
  const isAgain = refunds.length > 0;
  const everything = everythingOf(lines).map(typedQuantity);
  // A partial refund of an advance leaves a remainder that no receipt can close.
  const isAdvance = receipt.invoiceType === 'Advance' && !isAgain;
  const [typed, setTyped] = useState<readonly string[]>(isAdvance ? everything : lines.map(() => '0'));
  // A buyer id that cannot exist must be entered again.
  const same = possibleBuyer(receipt.buyerId);
  const [buyer, setBuyer] = useState<TypedBuyer>({ kind: same === null ? '20' : 'same', value: '' });
  const allowed = offeredPayments(rules.simplifiedCash);
  const [chosen, setChosen] = useState<PaymentType | typeof AS_PAID>(AS_PAID);
  const [isTried, setTried] = useState(false);
  /** A receipt that was already refunded needs more than one tap for another refund. */
  const [isAsked, setAsked] = useState(false);
  const quantities = chosenQuantities(lines, typed);
  const total = totalOf(lines, quantities);
  const proposed = proposedPayments(left, total, allowed);
  // A receipt paid with one payment type uses that one, which is among the others.
  const isSplit = proposed.length > 1;
  const [usual = 'Cash'] = proposedPayments(left, 1, allowed).map(({ paymentType }) => paymentType);
  const payments = chosen === AS_PAID ? proposed : [{ paymentType: chosen, amount: total }];
  const known = { same, tin: /^\d{9}$/.test(rules.tin) ? rules.tin : '' };
  const buyerId = typedBuyerId(buyer, known);
  // No money goes back for a pro-forma or a training receipt.
  const isOfMoney = isFiscal(receipt);
  const isTooMuch = total > most;
  const isChosen = total > 0 && !isTooMuch && !quantities.includes(undefined);
  const change = (now: readonly string[]): void => {
    setAsked(false);
    setTyped(now);
  };
  const submit = async (): Promise<void> => {
    setTried(true);
    if (!isChosen || buyerId === undefined) return;
    if (isAgain && !isAsked) {
      setAsked(true);
      return;
    }
    await onRefund(refundRequest(receipt, left, quantities, { buyerId, payments }), total);
  };
  return (
    <Form onSubmit={submit} label={t(REFUND.what)}>
      {isAdvance ? (
        <p>{t(REFUND.wholeAdvance)}</p>
      ) : (
        <>
          <div class="refund-what">
            <h3>{t(REFUND.what)}</h3>
            <Button text={t(REFUND.all)} onClick={() => change(everything)} />
          </div>
          <RefundLines lines={lines} typed={typed} quantities={quantities} onChange={change} />
        </>
      )}
      <p class="refund-sum" role="status">
        <span>{t(isOfMoney ? REFUND.sum : REFUND.sumDocument)}</span>
        <strong class="number">{money(total / 100)}</strong>
      </p>
      {isTooMuch && <Notice kind="failure">{t(REFUND.tooMuch, { total: money(most / 100) })}</Notice>}
      {!isOfMoney ? (
        <Notice kind="info">{t(REFUND.noMoney)}</Notice>
      ) : isWhole(left, quantities) ? (
        <p>
          {t(REFUND.paidBy)}: {partsText(proposed)}
        </p>
      ) : (
        <Choice
          label={t(REFUND.paidBy)}
          value={chosen === AS_PAID && !isSplit ? usual : chosen}
          options={[
            ...(isSplit ? [[AS_PAID, t(REFUND.asPaid)] as const] : []),
            ...paymentOptions(rules.simplifiedCash),
          ]}
          onChange={setChosen}
          hint={isSplit && chosen === AS_PAID ? partsText(proposed) : undefined}
        />
      )}
      <h3>{t(REFUND.who)}</h3>
      <p class="muted">{t(REFUND.why)}</p>
      <BuyerFields buyer={buyer} onChange={setBuyer} first={OF_PEOPLE} known={known} isTried={isTried} />
      {isAsked && <Notice kind="warning">{t(REFUND.againAsk)}</Notice>}
      <Submit
        kind="danger"
        class="large"
        label={t(isAsked ? REFUND.submitAgain : COMMON.refundTotal, { total: money(total / 100) })}
        disabled={!isChosen || isBusy}
      >
        {isAsked && <Button text={t(COMMON.cancel)} onClick={() => setAsked(false)} />}
      </Submit>
    </Form>
  );
}

interface RefundLinesProps {
  readonly lines: readonly RefundableLine[];
  readonly typed: readonly string[];
  readonly quantities: readonly (number | undefined)[];
  readonly onChange: (typed: readonly string[]) => void;
}

/** The returned quantity of each line, by taps or typed. */
function RefundLines({ lines, typed, quantities, onChange }: RefundLinesProps): JSX.Element {
  const set = (place: number, text: string): void => onChange(typed.map((one, at) => (at === place ? text : one)));
  return (
    <>
      {lines.map((one, place) => {
        const { line, price, left } = one;
        const { name, unit } = line;
        const quantity = quantities[place];
        const step = (by: 1 | -1): void => set(place, typedQuantity(stepped(one, quantity, by)));
        const most = shown(left / 1000);
        return (
          <div class="refund-line" key={place}>
            <Field
              label={t(REFUND.returned, { name })}
              hint={
                left === 0
                  ? t(REFUND.allBefore)
                  : t(REFUND.ofQuantity, { quantity: most, unit, price: money(price / 100) })
              }
              fault={quantity === undefined ? quantityText(typed[place] ?? '', left) : undefined}
              value={typed[place] ?? ''}
              onInput={(text) => set(place, text)}
              inputMode="decimal"
              disabled={left === 0}
            />
            <Button label={t(REFUND.less, { name })} disabled={quantity === 0} text="−" onClick={() => step(-1)} />
            <Button label={t(REFUND.more, { name })} disabled={quantity === left} text="+" onClick={() => step(1)} />
          </div>
        );
      })}
    </>
  );
}

/** Why a typed quantity cannot be returned. */
function quantityText(typed: string, left: number): string | undefined {
  const bounds = { places: 3, least: 0, most: left } as const;
  if (numberFault(typed, bounds) === 'high') return t(REFUND.quantityFault, { quantity: shown(left / 1000) });
  return numberText(typed, bounds);
}
