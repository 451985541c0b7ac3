import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { booksReferent, type PaymentType } from '../../../../contract/index.js';
import { OF_PEOPLE, type TypedBuyer, typedBuyerId } from '../buyer/buyerCodes.js';
import { BuyerFields } from '../buyer/fields.js';
import { request } from '../net/http.js';
import type { Fault } from '../net/reply.js';
import { Button } from '../components/button.js';
import { typedMembers, Choice, Field, Form, Submit, Switch } from '../components/field.js';
import { belgradeTime, money, paymentOptions } from '../components/valueText.js';
import { Notice } from '../components/notice.js';
import type { RefundRules } from '../refund/form.js';
import { DeliveryLines, deliveryOf, emptyLine, type TypedLine } from '../screens/receipts/closeAdvance.js';
import { ELSEWHERE } from '../text/elsewhere.js';
import { COMMON } from '../text/common.js';
import { t } from '../text/language.js';
import { RECEIPTS } from '../text/receipts.js';
import { REFUND } from '../text/refund.js';
import type { RequestToSend } from '../till/requests.js';
import {
  elsewhereRequest,
  type Issued,
  type ReferentOrigin,
  referentOf,
  referentTimeOf,
  type TypedNumber,
} from './request.js';

/** How the receipt was identified: by its PFR number, or by the link in its QR code. */
export interface KnownReceipt {
  readonly kind: 'link' | 'number';
  readonly text: string;
}

/** The content of a verification link, from `GET /web/receipt/named`. */
interface NamedReceipt {
  readonly number: string;
  /** `2026-11-23 10:05:12`. */
  readonly time: string;
  /** RSD. */
  readonly total: number;
}

interface ElsewhereFormProps {
  readonly rules: RefundRules;
  /** Tax labels that may be sold now. */
  readonly labels: readonly string[];
  readonly known?: KnownReceipt | undefined;
  readonly isBusy: boolean;
  /** Opens a receipt of this box. */
  readonly openOwn: (uuid: string) => void;
  /** `total`: para. */
  readonly onIssue: (issued: Issued, sent: RequestToSend, total: number) => Promise<unknown>;
}

const TIME_FAULTS = { missing: ELSEWHERE.timeMissing, later: ELSEWHERE.timeLater } as const;
const ORIGINS: readonly ReferentOrigin[] = ['device', 'books', 'register'];
const ISSUED: readonly Issued[] = ['refund', 'copySale', 'copyRefund'];

/** Form for a receipt that this box did not issue: its number and time, its goods, and the buyer. */
export function ElsewhereForm(props: ElsewhereFormProps): JSX.Element {
  const { rules, labels, known, isBusy, openOwn, onIssue } = props;
  const [origin, setOrigin] = useState<ReferentOrigin>('device');
  const [chosen, setChosen] = useState<Issued>('refund');
  const [number, setNumber] = useState({ pfr: known?.kind === 'number' ? known.text : '', plain: '', module: '' });
  const [typedTime, setTime] = useState('');
  const [lines, setLines] = useState<readonly TypedLine[]>([emptyLine(labels[0] ?? '')]);
  const [paymentType, setPaymentType] = useState<PaymentType>('Cash');
  const [hasBuyer, setHasBuyer] = useState(false);
  const [buyer, setBuyer] = useState<TypedBuyer>({ kind: '20', value: '' });
  const [named, setNamed] = useState<NamedReceipt>();
  const [own, setOwn] = useState<string>();
  const [fault, setFault] = useState<Fault>();
  const [isTried, setTried] = useState(false);
  useEffect(() => {
    if (known?.kind !== 'link') return;
    void request<NamedReceipt>(`/web/receipt/named?link=${encodeURIComponent(known.text)}`).then((reply) => {
      setFault(reply.ok ? undefined : reply.error);
      if (!reply.ok) return;
      setNamed(reply.value);
      setNumber((before) => ({ ...before, pfr: reply.value.number }));
      setTime(reply.value.time.replace(' ', 'T'));
    });
  }, []);

  const issued = origin === 'device' ? chosen : 'refund';
  const referent = referentOf(origin, number);
  const time = referentTimeOf(typedTime, belgradeTime(Date.now()));
  const goods = deliveryOf(lines);
  const wantsBuyer = issued !== 'copySale' || hasBuyer;
  const tin = /^\d{9}$/.test(rules.tin) ? rules.tin : '';
  const buyerId = wantsBuyer ? typedBuyerId(buyer, { same: null, tin }) : undefined;
  const isOfNamed = named !== undefined && referent === named.number;
  const most = isOfNamed ? Math.round(named.total * 100) : undefined;
  const isWrongTotal = goods !== undefined && !fitsTotal(goods.total, most, issued);
  const submit = async (): Promise<void> => {
    setTried(true);
    setOwn(undefined);
    setFault(undefined);
    if (referent === undefined || 'fault' in time || goods === undefined || isWrongTotal) return;
    if (wantsBuyer && buyerId === undefined) return;
    if (origin === 'device') {
      const found = await request<{ readonly uuid: string }>(`/web/receipt?number=${encodeURIComponent(referent)}`);
      if (found.ok) setOwn(found.value.uuid);
      else if (found.error.code !== 'not_found') setFault(found.error);
      if (found.ok || found.error.code !== 'not_found') return;
    }
    const { items, total } = goods;
    await onIssue(
      issued,
      elsewhereRequest({ issued, number: referent, ...time, items, total, paymentType, buyerId }),
      total,
    );
  };
  const total = money((goods?.total ?? 0) / 100);
  return (
    <Form onSubmit={submit} label={t(ELSEWHERE.open)}>
      <p>{t(ELSEWHERE.hint)}</p>
      <Choice
        label={t(ELSEWHERE.origin)}
        value={origin}
        options={ORIGINS.map((one) => [one, t(ELSEWHERE[one])])}
        onChange={setOrigin}
      />
      {origin === 'device' && (
        <Choice
          label={t(ELSEWHERE.what)}
          value={issued}
          options={ISSUED.map((one) => [one, t(ELSEWHERE[one])])}
          onChange={setChosen}
        />
      )}
      <NumberFields origin={origin} number={number} onChange={setNumber} isTried={isTried} />
      <Field
        key={origin}
        label={t(origin === 'books' ? ELSEWHERE.day : ELSEWHERE.time)}
        type={origin === 'books' ? 'date' : 'datetime-local'}
        step={1}
        value={origin === 'books' ? typedTime.slice(0, 10) : typedTime}
        onInput={setTime}
        hint={origin === 'device' ? t(ELSEWHERE.timeHint) : undefined}
        fault={isTried && 'fault' in time ? t(TIME_FAULTS[time.fault]) : undefined}
      />
      <h3>{t(issued === 'refund' ? ELSEWHERE.goodsRefunded : ELSEWHERE.goods)}</h3>
      {isOfNamed && <p>{t(ELSEWHERE.total, { total: money(named.total) })}</p>}
      <DeliveryLines lines={lines} labels={labels} onChange={setLines} isFirst={false} />
      {isTried && goods === undefined && <Notice kind="failure">{t(RECEIPTS.incomplete)}</Notice>}
      {isTried && isWrongTotal && (
        <Notice kind="failure">{t(ELSEWHERE.totalFault, { total: money((most ?? 0) / 100), typed: total })}</Notice>
      )}
      <Choice
        label={t(issued === 'refund' ? REFUND.paidBy : COMMON.paymentMethod)}
        value={paymentType}
        options={paymentOptions(rules.simplifiedCash)}
        onChange={setPaymentType}
      />
      {issued === 'copySale' && <Switch label={t(ELSEWHERE.hasBuyer)} checked={hasBuyer} onChange={setHasBuyer} />}
      {wantsBuyer && (
        <>
          <h3>{t(REFUND.who)}</h3>
          <p class="muted">{t(REFUND.why)}</p>
          <BuyerFields
            buyer={buyer}
            onChange={setBuyer}
            first={OF_PEOPLE}
            known={{ same: null, tin }}
            isTried={isTried}
          />
        </>
      )}
      {own !== undefined && (
        <Notice kind="warning">
          <p>{t(ELSEWHERE.own)}</p>
          <Button text={t(ELSEWHERE.openOwn)} onClick={() => openOwn(own)} />
        </Notice>
      )}
      <Submit
        label={t(issued === 'refund' ? COMMON.refundTotal : ELSEWHERE.issueCopy, { total })}
        fault={fault}
        kind={issued === 'refund' ? 'danger' : 'primary'}
        class="large"
        disabled={isBusy}
      />
    </Form>
  );
}

/**
 * A copy repeats the receipt; a part of it may be refunded. `most`: total of the receipt, para; undefined when
 * only its paper shows it.
 */
function fitsTotal(total: number, most: number | undefined, issued: Issued): boolean {
  if (most === undefined) return true;
  return issued === 'refund' ? total <= most : total === most;
}

interface NumberFieldsProps {
  readonly origin: ReferentOrigin;
  readonly number: TypedNumber;
  readonly onChange: (number: TypedNumber) => void;
  /** True after a first attempt to send, so that missing values are reported. */
  readonly isTried: boolean;
}

/** The fields of a receipt's number by its origin, with the reference that they make. */
function NumberFields({ origin, number, onChange, isTried }: NumberFieldsProps): JSX.Element {
  const typed = typedMembers(number, (part) => onChange({ ...number, ...part }));
  const referent = referentOf(origin, number);
  const isPlain = booksReferent(number.plain) !== undefined;
  return (
    <>
      {origin === 'device' && (
        <Field
          label={t(ELSEWHERE.number)}
          {...typed('pfr')}
          maxLength={40}
          hint={t(ELSEWHERE.numberHint)}
          fault={isTried && referent === undefined ? t(ELSEWHERE.numberFault) : undefined}
        />
      )}
      {origin === 'register' && (
        <Field
          label={t(ELSEWHERE.module)}
          {...typed('module')}
          maxLength={12}
          hint={t(ELSEWHERE.moduleHint)}
          fault={isTried && isPlain && referent === undefined ? t(ELSEWHERE.moduleFault) : undefined}
        />
      )}
      {origin !== 'device' && (
        <Field
          label={t(origin === 'books' ? ELSEWHERE.booksNumber : ELSEWHERE.slip)}
          {...typed('plain')}
          maxLength={10}
          inputMode="numeric"
          fault={isTried && !isPlain ? t(ELSEWHERE.digits) : undefined}
        />
      )}
      {referent !== undefined && <p role="status">{t(ELSEWHERE.reference, { number: referent })}</p>}
    </>
  );
}
