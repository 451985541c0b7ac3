import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../components/button.js';
import { Field, Form, useTyped } from '../../components/field.js';
import { today } from '../../components/valueText.js';
import { go } from '../../route.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { TILL } from '../../text/till.js';
import type { ClosedAdvance, LabelAmount } from '../../till/cart.js';
import { closing, earlierAdvance, paperReferent } from '../../till/followUps.js';
import { AdvanceDialog } from './advance.js';
import { amountsOf, emptyAmounts, LabelAmounts } from './labelAmounts.js';
import { till } from './till.js';
import { TillDialog } from './scanNotice.js';

/** Its own number, or the form in which receipts refer to it. */
const PAPER = /^(?:\d{1,10}|[^\s-]{8}-[^\s-]{8}-\d{1,10})$/;

function isPaperDay(day: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(day) && day < today();
}

/** An advance from before fiscalization: closed, or continued by a further advance (Technical Instruction, 9.1.2). */
export function EarlierAdvanceDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const number = useTyped('');
  const day = useTyped('');
  const [rows, setRows] = useState(emptyAmounts());
  const [isTried, setTried] = useState(false);
  const [isContinuing, setContinuing] = useState(false);
  const paper = number.value.trim();
  const isComplete = PAPER.test(paper) && isPaperDay(day.value);
  const time = `${day.value} 00:00:00`;
  const close = async (): Promise<void> => {
    const amounts = amountsOf(rows);
    setTried(true);
    if (isComplete && amounts !== undefined) await beginClosing(earlierAdvance(paper, time, amounts), null);
  };
  const proceed = (): void => {
    setTried(true);
    setContinuing(isComplete);
  };
  if (isContinuing) {
    return (
      <AdvanceDialog before={{ referent: paperReferent(paper, time), buyerId: null, labels: [] }} onClose={onClose} />
    );
  }
  return (
    <TillDialog title={t(TILL.earlierAdvance)} onClose={onClose}>
      <Form onSubmit={close} label={t(TILL.earlierAdvance)}>
        <p>{t(TILL.earlierHint)}</p>
        <Field
          label={t(TILL.paperNumber)}
          {...number}
          autoFocus
          fault={isTried && !PAPER.test(paper) ? t(TILL.paperNumberFault) : undefined}
        />
        <Field
          label={t(TILL.paperDay)}
          type="date"
          {...day}
          fault={isTried && !isPaperDay(day.value) ? t(TILL.paidAtFault) : undefined}
        />
        <LabelAmounts rows={rows} isTried={isTried && !isContinuing} onChange={setRows} />
        <div class="actions">
          <Button kind="primary" type="submit" text={t(COMMON.closeAdvance)} />
          <Button text={t(TILL.nextAdvance)} onClick={proceed} />
        </div>
      </Form>
    </TillDialog>
  );
}

interface EarlierAmountsProps {
  /** Label of the advance that is closed. */
  readonly label: string;
  readonly onAmounts: (amounts: readonly LabelAmount[]) => void;
  readonly onClose: () => void;
}

/** Asks what was advanced before fiscalization, for a chain that begins with such a paper (9.1.3). */
export function EarlierAmountsDialog({ label, onAmounts, onClose }: EarlierAmountsProps): JSX.Element {
  const [rows, setRows] = useState(emptyAmounts([label]));
  const [isTried, setTried] = useState(false);
  const submit = (): void => {
    const amounts = amountsOf(rows);
    setTried(true);
    if (amounts !== undefined) onAmounts(amounts);
  };
  return (
    <TillDialog title={t(TILL.earlierAdvance)} onClose={onClose}>
      <Form onSubmit={submit} label={t(TILL.earlierAdvance)}>
        <p>{t(TILL.earlierAmountsHint)}</p>
        <LabelAmounts rows={rows} isTried={isTried} onChange={setRows} />
        <div class="actions">
          <Button kind="primary" type="submit" text={t(COMMON.closeAdvance)} />
          <Button text={t(TILL.noEarlier)} onClick={() => onAmounts([])} />
        </div>
      </Form>
    </TillDialog>
  );
}

/** The goods of the open bill, or the next ones, close the advance; an open advance is parked. */
export async function beginClosing(advance: ClosedAdvance, buyerId: string | null): Promise<void> {
  await till.change((state, newKey) => closing(state, advance, buyerId, newKey(), Date.now()));
  go('till');
}
