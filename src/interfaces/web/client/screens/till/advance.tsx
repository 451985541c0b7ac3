import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.js';
import { Choice, Field, Form } from '../../parts/field.js';
import { Notice } from '../../parts/notice.js';
import { today } from '../../parts/money.js';
import { numberWords } from '../../parts/numberWords.js';
import { paraOf } from '../../parts/typed.js';
import { taxLabelWords } from '../../parts/taxLabel.js';
import { go } from '../../route.js';
import { ADVANCE_NAMES } from '../../../../../base/prescribedLine.js';
import { t } from '../../text/language.js';
import { TILL } from '../../text/till.js';
import { advanceCart, MAX_PRICE, type Referent } from '../../till/cart.js';
import { park, withCart } from '../../till/state.js';
import { catalogue, till } from './till.js';
import { TillDialog } from './tillDialog.js';

const AMOUNTS = { places: 2, least: 1, most: MAX_PRICE } as const;

interface AdvanceProps {
  /** The advance that this one continues. */
  readonly before?: { readonly referent: Referent; readonly buyerId: string | null; readonly label: string };
  readonly onClose: () => void;
}

/** True for `2026-11-20T09:00` before today; an empty text means that the advance is paid now. */
function isEarlierDay(paidAt: string): boolean {
  return paidAt === '' || (/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(paidAt) && paidAt.slice(0, 10) < today());
}

function parkBill(): Promise<void> {
  return till.change((state, newKey) => park(state, newKey(), Date.now()));
}

/** Makes an advance: a bill of its own under the prescribed name of its label. */
export function AdvanceDialog({ before, onClose }: AdvanceProps): JSX.Element {
  const labels = (catalogue.value?.labels ?? []).filter(({ label }) => ADVANCE_NAMES[label] !== undefined);
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(before?.label ?? labels[0]?.label ?? '');
  const [paidAt, setPaidAt] = useState('');
  const [isTried, setTried] = useState(false);
  const isBusy = (till.state.value?.cart.lines.length ?? 0) > 0;
  const submit = async (): Promise<void> => {
    const amount = paraOf(text);
    const label = labels.find((one) => one.label === chosen);
    setTried(true);
    if (!isEarlierDay(paidAt)) return;
    if (amount === undefined || numberWords(text, AMOUNTS) !== undefined || label === undefined) return;
    const follows = before && { referent: before.referent, buyerId: before.buyerId };
    const paid = paidAt === '' ? {} : { paidAt: `${paidAt.replace('T', ' ')}:00` };
    await till.change((state, newKey) =>
      withCart(state, (cart) => advanceCart(newKey(), label, amount, { ...follows, ...paid }) ?? cart),
    );
    go('till/pay');
  };
  const title = t(before === undefined ? TILL.advance : TILL.nextAdvance);
  return (
    <TillDialog title={title} onClose={onClose}>
      {isBusy ? (
        <>
          <Notice kind="warning">{t(TILL.advanceFirst)}</Notice>
          <div class="actions">
            <Button kind="primary" onClick={parkBill}>
              {t(TILL.park)}
            </Button>
          </div>
        </>
      ) : (
        <Form onSubmit={submit} label={title}>
          {before !== undefined && <p>{t(TILL.continues, { number: before.referent.number })}</p>}
          <Field
            label={t(TILL.advanceAmount)}
            value={text}
            onInput={setText}
            inputMode="decimal"
            autoFocus
            fault={isTried ? numberWords(text, AMOUNTS) : undefined}
          />
          <Choice
            label={t(TILL.taxLabel)}
            value={chosen}
            onChange={setChosen}
            options={labels.map((one) => [one.label, taxLabelWords(one)])}
          />
          <Field
            label={t(TILL.paidAt)}
            type="datetime-local"
            value={paidAt}
            onInput={setPaidAt}
            hint={t(TILL.paidAtHint)}
            fault={isTried && !isEarlierDay(paidAt) ? t(TILL.paidAtFault) : undefined}
          />
          <div class="actions">
            <Button kind="primary" type="submit">
              {t(TILL.charge)}
            </Button>
          </div>
        </Form>
      )}
    </TillDialog>
  );
}
