import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { offeredPayments, type Payment, type PaymentType } from '../../../../../contract/index.js';
import { Button, Icon } from '../../components/button.js';
import { Choice, Field, Form, useTyped } from '../../components/field.js';
import { Notice } from '../../components/notice.js';
import { numberFault, paraOf } from '../../components/typed.js';
import { numberText, paymentText } from '../../components/valueText.js';
import { go } from '../../route.js';
import { COMMON } from '../../text/common.js';
import { useScans } from '../../scan/scans.js';
import { t } from '../../text/language.js';
import { TILL } from '../../text/till.js';
import {
  type Cart,
  cartTotal,
  dueOf,
  isAdvance,
  isPart,
  MAX_PRICE,
  usedOf,
  withBuyer,
  withNote,
} from '../../till/cart.js';
import { missing, quickAmounts, receivedOf, settle, type Settlement } from '../../till/payment.js';
import { saleRequest, trainingRequest } from '../../till/requests.js';
import { type Subject, withCart } from '../../till/tillState.js';
import { BuyerButton, NoteButton } from './buyer.js';
import { RefusalNotice } from './notices.js';
import { take } from './take.js';
import { Sum } from './sum.js';
import { isTraining, issue, rules, till } from './till.js';
import { forbiddenText, MAX_LARGE, para, typed } from './tillText.js';

/** Beyond any total: more would not fit on the receipt. */
const CASH = { places: 2, least: 1, most: MAX_PRICE } as const;

const SUBJECTS: Readonly<Record<Cart['kind'], Subject>> = { sale: 'sale', advance: 'advance', closing: 'closing' };

/** Charges the bill: one tap on a payment type makes the receipt. */
export function PayView({ cart, refusal }: { readonly cart: Cart; readonly refusal: string | null }): JSX.Element {
  const due = dueOf(cart);
  const toPay = para(Math.max(0, due));
  const types = offeredPayments(rules.value.simplifiedCash);
  const given = useTyped('');
  const [givenFault, setGivenFault] = useState<string>();
  const [isSplit, setSplit] = useState(false);
  const [forbidden, setForbidden] = useState<string>();
  const first = useRef<HTMLDivElement>(null);
  // Before the paint, so that a quick Tab and Enter use the buttons that are shown.
  useLayoutEffect(() => first.current?.querySelector('button')?.focus(), [isSplit]);
  // A scan while the buyer already pays adds one more item to the bill.
  useScans(take, []);
  const pay = (parts: readonly Payment[]): Promise<void> | undefined => {
    const settled = settle(due, { parts });
    setGivenFault(settled === undefined ? t(TILL.tooLittle) : undefined);
    return settled && chargeAllowed(settled);
  };
  const chargeAllowed = (settled: Settlement): Promise<void> | undefined => {
    const words = forbiddenText(cart, settled.payments);
    setForbidden(words);
    return words === undefined ? charge(cart, settled) : undefined;
  };
  const cash = (amount: number): Promise<void> | undefined => pay([{ paymentType: 'Cash', amount }]);
  const cashTyped = (): Promise<void> | undefined => {
    const amount = paraOf(given.value);
    if (amount !== undefined) return cash(amount);
    setGivenFault(numberText(given.value, CASH));
    return undefined;
  };
  return (
    <section class="paying" aria-label={t(TILL.charge)}>
      <header class="view">
        <Button text={t(COMMON.back)} onClick={() => (isSplit ? setSplit(false) : go('till'))} />
        <p class="due">
          <span>{t(isAdvance(cart) ? TILL.toPayAdvance : TILL.toPay)}</span>
          <strong class={toPay.length > MAX_LARGE ? 'number long' : 'number'}>{toPay}</strong>
        </p>
      </header>
      <RefusalNotice refusal={refusal} />
      {forbidden !== undefined && <Notice kind="failure">{forbidden}</Notice>}
      {cart.advance !== null && <Sum label={t(COMMON.paidInAdvance)} amount={para(usedOf(cart))} />}
      {isPart(cart) && cart.advance !== null && (
        <Notice kind="warning">{t(COMMON.partOfAdvance, { left: para(cart.advance.total - usedOf(cart)) })}</Notice>
      )}
      {due < 0 ? (
        <Notice kind="warning">{t(TILL.tooLittleForAdvance)}</Notice>
      ) : due === 0 ? (
        <div ref={first}>
          <Button
            kind="primary"
            class="large wide"
            text={t(isPart(cart) ? TILL.realisePart : COMMON.closeAdvance)}
            onClick={() => chargeAllowed({ payments: [], change: 0 })}
          />
        </div>
      ) : isSplit ? (
        <Split due={due} onPay={pay} />
      ) : (
        <>
          <div ref={first}>
            <Button
              kind="primary"
              class="large wide"
              text={t(TILL.exact, { amount: para(due) })}
              onClick={() => cash(due)}
            />
          </div>
          {types.includes('Card') && (
            <Button
              class="large wide"
              text={paymentText('Card')}
              onClick={() => pay([{ paymentType: 'Card', amount: due }])}
            />
          )}
          <h2>{t(TILL.cashGiven)}</h2>
          <div class="ways notes">
            {quickAmounts(due).map((amount) => (
              <Button key={amount} class="large" text={para(amount).replace(/,00$/, '')} onClick={() => cash(amount)} />
            ))}
          </div>
          <Form onSubmit={cashTyped} label={t(TILL.otherCash)}>
            <div class="typed-cash">
              <Field
                label={t(TILL.otherCash)}
                {...given}
                inputMode="decimal"
                hint={changeText(due, given.value)}
                fault={givenFault}
              />
              <Button type="submit" text={t(TILL.take)} />
            </div>
          </Form>
          <h2>{t(TILL.otherWays)}</h2>
          <div class="ways">
            {types
              .filter((type) => type !== 'Cash' && type !== 'Card')
              .map((paymentType) => (
                <Button
                  key={paymentType}
                  class="large"
                  text={paymentText(paymentType)}
                  onClick={() => pay([{ paymentType, amount: due }])}
                />
              ))}
            <Button class="large" text={t(TILL.split)} onClick={() => setSplit(true)} />
          </div>
        </>
      )}
      <BuyerButton
        cart={cart}
        onChange={(buyerId, optional) =>
          void till.change((state) => withCart(state, (now) => withBuyer(now, buyerId, optional)))
        }
      />
      <NoteButton
        note={cart.note ?? ''}
        onChange={(note) => void till.change((state) => withCart(state, (now) => withNote(now, note)))}
      />
    </section>
  );
}

/** The change for the cash being typed. The line is always present, so that nothing below it moves. */
function changeText(due: number, given: string): string {
  const amount = paraOf(given) ?? 0;
  if (amount < due) return t(TILL.changeHint);
  return t(TILL.receivedAndChange, { received: para(amount), change: para(amount - due) });
}

/** Freezes the bill and sends it; the till itself shows the outcome. */
async function charge(cart: Cart, settled: Settlement): Promise<void> {
  const { payments, change } = settled;
  const asked = isTraining.value ? trainingRequest(cart, settled) : saleRequest(cart, settled, rules.value);
  const { advance, key } = cart;
  const closed = advance === null ? {} : { closed: { number: advance.number, before: usedOf(cart), now: payments } };
  await issue(SUBJECTS[cart.kind], asked, {
    total: cartTotal(cart),
    change,
    ...(change > 0 && { received: receivedOf(settled) }),
    key,
    ...closed,
  });
}

interface SplitProps {
  readonly due: number;
  readonly onPay: (parts: readonly Payment[]) => Promise<void> | undefined;
}

/** The error of a typed part of the payment; undefined without one. Excess cash is returned as change. */
function partText(amount: string, type: PaymentType, left: number): string | undefined {
  if (type === 'Cash') return numberText(amount, CASH);
  const bounds = { ...CASH, most: left };
  if (numberFault(amount, bounds) === 'high') return t(TILL.onlyCashMore, { most: para(left) });
  return numberText(amount, bounds);
}

/** Several payment types for one bill, part by part, until the bill is paid. */
function Split({ due, onPay }: SplitProps): JSX.Element {
  const types = offeredPayments(rules.value.simplifiedCash);
  const [parts, setParts] = useState<readonly Payment[]>([]);
  const [type, setType] = useState<PaymentType>(types[1] ?? 'Cash');
  const left = missing(due, { parts });
  const amount = useTyped('');
  const [fault, setFault] = useState<string>();
  const settled = left === 0 ? settle(due, { parts }) : undefined;
  const add = (): void => {
    const given = amount.value.trim() === '' ? left : paraOf(amount.value);
    const wrong = amount.value.trim() === '' ? undefined : partText(amount.value, type, left);
    setFault(wrong);
    if (given === undefined || wrong !== undefined) return;
    setParts([...parts, { paymentType: type, amount: given }].filter(({ amount: paid }) => paid > 0));
    amount.onInput('');
    setType('Cash');
  };
  return (
    <div class="split">
      <ul class="plain-list parts">
        {parts.map((part, place) => (
          <li key={place}>
            <span>{paymentText(part.paymentType)}</span>
            <span class="number">{para(part.amount)}</span>
            <Button
              label={`${t(COMMON.remove)}: ${paymentText(part.paymentType)} ${para(part.amount)}`}
              onClick={() => setParts(parts.filter((one) => one !== part))}
            >
              <Icon name="cross" />
            </Button>
          </li>
        ))}
      </ul>
      {settled !== undefined && settled.change > 0 && (
        <Sum label={t(TILL.received)} amount={para(receivedOf(settled))} />
      )}
      <p class="sum" role="status">
        <span>{t(settled === undefined ? TILL.rest : TILL.change)}</span>
        <strong class="number">{para(settled?.change ?? left)}</strong>
      </p>
      {left > 0 && (
        <Form onSubmit={add} label={t(TILL.split)}>
          <Choice
            label={t(COMMON.paymentMethod)}
            value={type}
            onChange={setType}
            options={types.map((one) => [one, paymentText(one)])}
          />
          <Field label={t(TILL.amount)} {...amount} inputMode="decimal" placeholder={typed(left)} fault={fault} />
          <Button type="submit" text={t(TILL.addPart)} />
        </Form>
      )}
      <div class="actions">
        <Button
          kind="primary"
          class="large"
          disabled={settled === undefined}
          text={t(TILL.charge)}
          onClick={() => onPay(parts)}
        />
      </div>
    </div>
  );
}
