import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { callApi, request } from '../../net/http.js';
import { useIssue } from '../../net/issue.js';
import { readPending } from '../../net/pendingIssues.js';
import { Button } from '../../components/button.js';
import { Dialog } from '../../components/dialog.js';
import { typedMembers, Choice, Field, Form, Submit, useTyped } from '../../components/field.js';
import { Show, useLoaded } from '../../components/load.js';
import { money, numberText, paymentOptions } from '../../components/valueText.js';
import { Notice } from '../../components/notice.js';
import { paraOf, thousandthsOf } from '../../components/typed.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { RECEIPTS } from '../../text/receipts.js';
import type { InvoiceWithState } from '../../till/tillAnswers.js';
import { MAX_PRICE, MAX_QUANTITY } from '../../till/cart.js';
import type { Advanced } from '../../till/followUps.js';
import { Issued, IssuingState } from './issuing.js';

/** A line as it is typed. */
export interface TypedLine {
  readonly name: string;
  readonly quantity: string;
  readonly price: string;
  readonly label: string;
}

const QUANTITIES = { places: 3, least: 1, most: MAX_QUANTITY } as const;
const PRICES = { places: 2, least: 0, most: MAX_PRICE } as const;

export function emptyLine(label: string): TypedLine {
  return { name: '', quantity: '1', price: '', label };
}

interface Delivery {
  /** In the form of the API. */
  readonly items: readonly object[];
  /** Para. */
  readonly total: number;
  /** Para of each tax label. */
  readonly byLabel: Readonly<Record<string, number>>;
}

/** Undefined while a line is incomplete. */
export function deliveryOf(lines: readonly TypedLine[]): Delivery | undefined {
  let total = 0;
  const byLabel: Record<string, number> = {};
  const items: object[] = [];
  for (const { name, quantity: typedQuantity, price: typedPrice, label } of lines) {
    const [quantity, price] = [thousandthsOf(typedQuantity), paraOf(typedPrice)];
    if (name.trim() === '' || quantity === undefined || quantity === 0 || price === undefined) return undefined;
    const amount = Number((BigInt(price) * BigInt(quantity) + 500n) / 1000n);
    total += amount;
    byLabel[label] = (byLabel[label] ?? 0) + amount;
    items.push({ name: name.trim(), quantity: quantity / 1000, unitPrice: price / 100, label });
  }
  return total === 0 ? undefined : { items, total, byLabel };
}

interface DeliveryLinesProps {
  readonly lines: readonly TypedLine[];
  readonly labels: readonly string[];
  readonly onChange: (lines: readonly TypedLine[]) => void;
  /** True when they are the first input of their form. Default: true. */
  readonly isFirst?: boolean;
}

/** The delivered goods, line by line. */
export function DeliveryLines({ lines, labels, onChange, isFirst = true }: DeliveryLinesProps): JSX.Element {
  const last = lines[lines.length - 1];
  return (
    <>
      {lines.map((line, place) => {
        const number = place + 1;
        const set = (change: Partial<TypedLine>): void =>
          onChange(lines.map((one, at) => (at === place ? { ...one, ...change } : one)));
        const typed = typedMembers(line, set);
        return (
          <fieldset class="delivery" key={place}>
            <legend>{t(RECEIPTS.lineTitle, { number })}</legend>
            <Field label={t(COMMON.name)} {...typed('name')} maxLength={200} autoFocus={isFirst || place > 0} />
            <div class="search">
              <Field
                label={t(COMMON.quantity)}
                {...typed('quantity')}
                inputMode="decimal"
                fault={line.quantity.trim() === '' ? undefined : numberText(line.quantity, QUANTITIES)}
              />
              <Field
                label={t(COMMON.price)}
                {...typed('price')}
                inputMode="decimal"
                fault={line.price.trim() === '' ? undefined : numberText(line.price, PRICES)}
              />
              <Choice
                label={t(COMMON.taxLabel)}
                value={line.label}
                options={labels.map((label) => [label, label])}
                onChange={(label) => set({ label })}
              />
            </div>
            {lines.length > 1 && (
              <Button
                text={t(RECEIPTS.removeLine, { number })}
                onClick={() => onChange(lines.filter((_, at) => at !== place))}
              />
            )}
          </fieldset>
        );
      })}
      <Button
        text={t(RECEIPTS.addLine)}
        onClick={() => onChange([...lines, emptyLine(last?.label ?? labels[0] ?? '')])}
      />
    </>
  );
}

interface CloseAdvanceProps {
  readonly invoice: InvoiceWithState;
  readonly onClose: () => void;
}

/** The name of the request, under which it is stored until its outcome is known. */
function closingName(uuid: string): string {
  return `close ${uuid}`;
}

/** Refunds an advance, with those before it, and issues the final receipt for the delivered goods. */
export function CloseAdvance({ invoice, onClose }: CloseAdvanceProps): JSX.Element {
  const labels = useLoaded(() => callApi<{ readonly taxLabels: readonly { readonly label: string }[] }>('/tax-labels'));
  const { uuid, total, payments } = invoice;
  const advanced = useLoaded<Advanced>(() => {
    // A closing without an answer is asked about first, whether or not the box has carried it out.
    const value = { total, payments, labels: [], beginsElsewhere: false };
    const known = { ok: true, value, status: 200, headers: new Headers() } as const;
    const isSent = readPending(closingName(uuid)) !== undefined;
    return isSent ? Promise.resolve(known) : request<Advanced>(`/web/till/advance/${uuid}`);
  }, [uuid]);
  return (
    <Dialog title={t(COMMON.closeAdvance)} onClose={onClose}>
      <Show loaded={labels}>
        {({ taxLabels }) => (
          <Show loaded={advanced}>
            {(known) => <CloseForm invoice={invoice} advanced={known} labels={taxLabels.map(({ label }) => label)} />}
          </Show>
        )}
      </Show>
    </Dialog>
  );
}

interface CloseFormProps {
  readonly invoice: InvoiceWithState;
  readonly advanced: Advanced;
  readonly labels: readonly string[];
}

const EARLIER = { places: 2, least: 1, most: MAX_PRICE } as const;

function CloseForm({ invoice, advanced, labels }: CloseFormProps): JSX.Element {
  const { uuid, items } = invoice;
  const label = items[0]?.label ?? labels[0] ?? '';
  const [lines, setLines] = useState<readonly TypedLine[]>([emptyLine(label)]);
  const earlier = useTyped('');
  const [restPaidBy, setRestPaidBy] = useState(advanced.payments[0]?.paymentType ?? 'Cash');
  const issuing = useIssue(closingName(uuid));
  if (issuing.issued !== undefined) return <Issued invoice={issuing.issued} />;
  const delivery = deliveryOf(lines);
  const papers = earlier.value.trim() === '' ? 0 : (paraOf(earlier.value) ?? 0);
  // In para, because a difference of decimals would not be exact.
  const paid = Math.round(advanced.total * 100) + papers;
  const total = delivery?.total ?? 0;
  const isPart = delivery !== undefined && total < paid && papers === 0;
  const used = isPart ? partUsed(advanced, delivery) : paid;
  const rest = (total - used) / 100;
  const close = async (): Promise<void> => {
    if (delivery === undefined) return;
    const restPayments = rest > 0 ? [{ paymentType: restPaidBy, amount: rest }] : [];
    const more = {
      ...(isPart && { part: true }),
      ...(papers > 0 && { earlierAdvances: [{ label, amount: papers / 100 }] }),
    };
    const body = { items: delivery.items, restPayments, ...more };
    await issuing.issue({ path: `/invoices/${uuid}/close-advance`, body });
  };
  return (
    <Form onSubmit={close}>
      <p>{t(RECEIPTS.closeAdvanceHint)}</p>
      <p>{t(RECEIPTS.advanceLeft, { amount: money(advanced.total) })}</p>
      {advanced.beginsElsewhere && (
        <Field
          label={t(RECEIPTS.earlierAdvance, { label })}
          {...earlier}
          inputMode="decimal"
          fault={earlier.value.trim() === '' ? undefined : numberText(earlier.value, EARLIER)}
        />
      )}
      <DeliveryLines lines={lines} labels={labels} onChange={setLines} />
      {isPart && <Notice kind="warning">{t(COMMON.partOfAdvance, { left: money((paid - used) / 100) })}</Notice>}
      {rest > 0 && (
        <Choice
          label={t(RECEIPTS.restPaidBy, { amount: money(rest) })}
          value={restPaidBy}
          options={paymentOptions(false)}
          onChange={setRestPaidBy}
        />
      )}
      {delivery === undefined && <p class="muted">{t(RECEIPTS.incomplete)}</p>}
      <IssuingState issuing={issuing} />
      <Submit
        label={t(isPart ? RECEIPTS.realisePart : RECEIPTS.closeNow, { total: money(total / 100) })}
        disabled={delivery === undefined || issuing.state !== 'idle'}
      />
    </Form>
  );
}

/** Para of the advance that the delivery uses up, label by label. */
function partUsed({ labels }: Advanced, { byLabel }: Delivery): number {
  return labels.reduce((sum, { label, amount }) => sum + Math.min(Math.round(amount * 100), byLabel[label] ?? 0), 0);
}
