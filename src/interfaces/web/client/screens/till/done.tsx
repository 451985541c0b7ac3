import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Bilingual } from '../../../../../base/index.js';
import { troubles } from '../../net/live.js';
import { Button, Icon } from '../../components/button.js';
import { giveBackText, money, paymentText } from '../../components/valueText.js';
import { Notice } from '../../components/notice.js';
import { go } from '../../route.js';
import { useScans } from '../../scan/scans.js';
import { t } from '../../text/language.js';
import { REFUND } from '../../text/refund.js';
import { TILL } from '../../text/till.js';
import { TRAINING } from '../../text/tillKeeping.js';
import { type ClosedAdvancePaid, nextSale, type Receipt, scannedForNext } from '../../till/tillState.js';
import { CopyButton } from './foundActions.js';
import { Paper } from './paper.js';
import { Sum } from './sum.js';
import { fetchSlip, isTraining, loadShop, refreshQueued, rules, till } from './till.js';
import { doneText, isNegative, para } from './tillText.js';

/** How often a receipt that waits for the processor is looked up while it is shown, ms. */
const QUEUED_PAUSE = 3000;

/** The receipt, and most prominently the change; the next scan or tap begins the next sale. */
export function DoneView({ receipt }: { readonly receipt: Receipt }): JSX.Element {
  const action = useRef<HTMLDivElement>(null);
  const isQueued = receipt.uuid === null;
  useEffect(() => {
    if (isQueued && receipt.slip === undefined) void fetchSlip(receipt.key);
  }, [receipt.key]);
  useEffect(() => {
    if (!isQueued) return undefined;
    const timer = setInterval(() => void refreshQueued([receipt]), QUEUED_PAUSE);
    return () => clearInterval(timer);
  }, [receipt.key, isQueued]);
  // A reload of the page now also leads to the items.
  useEffect(() => go('till'), []);
  // Before the paint, so that a quick Enter presses the button that is shown.
  useLayoutEffect(() => action.current?.querySelector('button')?.focus(), []);
  useScans((scan) => {
    void till.change((state) => scannedForNext(state, scan));
    next();
  }, []);
  return (
    <section class="done" aria-label={doneText(receipt)}>
      <div role="status">
        <h2 class={isQueued ? 'waits' : undefined}>
          <Icon name={isQueued ? 'wait' : 'check'} /> {doneText(receipt)}
        </h2>
      </div>
      <p class="due">
        <span>{t(TILL.total)}</span>
        <strong class="number">
          {isNegative(receipt) && '−'}
          {para(receipt.total)}
        </strong>
      </p>
      <Paid receipt={receipt} />
      {receipt.received !== undefined && <Sum label={t(TILL.received)} amount={para(receipt.received)} />}
      {receipt.change > 0 && (
        <p class="due give">
          <span>{t(TILL.giveBack)}</span>
          <strong class="number">{para(receipt.change)}</strong>
        </p>
      )}
      <div ref={action}>
        <Button kind="primary" class="large wide" text={t(TILL.next)} onClick={next} />
      </div>
      {isTraining.value && <Notice kind="warning">{t(TRAINING.noReceipt)}</Notice>}
      {isQueued && (
        <Notice kind="warning">
          <p>{t(TILL.queued)}</p>
          {receipt.slip !== undefined && <p>{t(slipText(), { number: receipt.slip })}</p>}
        </Notice>
      )}
      {receipt.uuid !== null && (
        <>
          {givesCashBack(receipt) && (
            <Notice kind="warning">
              <p>{t(REFUND.copyForSignature)}</p>
              <CopyOf receipt={receipt} uuid={receipt.uuid} />
            </Notice>
          )}
          <Paper
            uuid={receipt.uuid}
            journal={receipt.journal}
            qr={receipt.qr}
            link={receipt.link ?? null}
            isFresh
            {...(!givesCashBack(receipt) &&
              !isTraining.value && { copy: <CopyOf receipt={receipt} uuid={receipt.uuid} /> })}
          />
        </>
      )}
    </section>
  );
}

/** The buyer who gets cash back signs a copy, which stays in the shop (Technical Instruction for ESIR, 9.6). */
function givesCashBack({ subject, payments = [] }: Receipt): boolean {
  return subject === 'refund' && !isTraining.value && payments.some(({ paymentType }) => paymentType === 'Cash');
}

function CopyOf({ receipt, uuid }: { readonly receipt: Receipt; readonly uuid: string }): JSX.Element {
  return <CopyButton uuid={uuid} number={receipt.number} total={receipt.total} />;
}

/** The buyer returns with the slip. If none is printed, or the printer may fail, the seller writes down its number. */
function slipText(): Bilingual {
  const mayPrint = rules.value.printsSlips && !troubles.value.some(({ of }) => of === 'printer');
  return mayPrint ? TILL.handSlip : TILL.noteNumber;
}

/** How it was paid; for a refund, what the cashier returns. */
function Paid({ receipt: { subject, closed, payments = [] } }: { readonly receipt: Receipt }): JSX.Element | null {
  if (closed !== undefined) return <ClosedPaid closed={closed} />;
  // Nothing is given back in training.
  if (subject === 'refund' && isTraining.value) return null;
  switch (subject) {
    case 'refund':
      return (
        <>
          {giveBackText({ payments }).map((words) => (
            <p key={words} class="give-back">
              {words}
            </p>
          ))}
        </>
      );
    case 'sale':
    case 'advance':
    case 'closing':
      return (
        <>
          {payments.map(({ paymentType, amount }) => (
            <Sum key={paymentType} label={t(TILL.paidBy, { way: paymentText(paymentType) })} amount={money(amount)} />
          ))}
        </>
      );
    case 'proforma':
    case 'proforma refund':
    case 'void':
    case 'copy':
      return null;
  }
}

/**
 * The amount paid in advance, and the amount that the cashier has received now: only the latter goes into the drawer
 * today.
 */
function ClosedPaid({ closed: { number, before, now } }: { readonly closed: ClosedAdvancePaid }): JSX.Element {
  return (
    <>
      <Sum label={t(TILL.advancePaid, { number })} amount={para(before)} />
      {now.map(({ paymentType, amount }) => (
        <Sum key={paymentType} label={t(TILL.takenNow, { way: paymentText(paymentType) })} amount={para(amount)} />
      ))}
      {now.length === 0 && <p>{t(TILL.nothingTaken)}</p>}
    </>
  );
}

function next(): void {
  go('till');
  void till.change(nextSale);
  // Prices that changed meanwhile apply to the next sale.
  void loadShop();
}
