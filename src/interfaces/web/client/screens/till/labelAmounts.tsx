import type { JSX } from 'preact';
import { Button } from '../../components/button.js';
import { Choice, Field } from '../../components/field.js';
import { paraOf } from '../../components/typed.js';
import { numberText, taxLabelText } from '../../components/valueText.js';
import { ADVANCE_NAMES } from '../../../../../contract/index.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { TILL } from '../../text/till.js';
import { type LabelAmount, MAX_PRICE } from '../../till/cart.js';
import { catalogue } from './till.js';

/** An amount as it is typed, and its tax label. */
interface TypedAmount {
  readonly label: string;
  readonly text: string;
}

const AMOUNTS = { places: 2, least: 1, most: MAX_PRICE } as const;

/** Tax labels that advances have a prescribed name for. */
function advanceLabels(): readonly { readonly label: string; readonly name: string; readonly rate: number }[] {
  return (catalogue.value?.labels ?? []).filter(({ label }) => ADVANCE_NAMES[label] !== undefined);
}

/** One empty row for each of these labels that can be chosen, or one for the first label of the shop. */
export function emptyAmounts(labels: readonly string[] = []): readonly TypedAmount[] {
  const known = advanceLabels().map(({ label }) => label);
  const wanted = [...new Set(labels)].filter((label) => known.includes(label));
  return (wanted.length > 0 ? wanted : [known[0] ?? '']).map((label) => ({ label, text: '' }));
}

/** Undefined while a row is incomplete. */
export function amountsOf(rows: readonly TypedAmount[]): readonly LabelAmount[] | undefined {
  const amounts: LabelAmount[] = [];
  for (const { label, text } of rows) {
    const amount = paraOf(text);
    if (amount === undefined || label === '' || numberText(text, AMOUNTS) !== undefined) return undefined;
    amounts.push({ label, amount });
  }
  return amounts;
}

interface LabelAmountsProps {
  readonly rows: readonly TypedAmount[];
  readonly isTried: boolean;
  readonly onChange: (rows: readonly TypedAmount[]) => void;
}

/** Amounts of an advance by tax label: one row, and more for goods of other rates. */
export function LabelAmounts({ rows, isTried, onChange }: LabelAmountsProps): JSX.Element {
  const labels = advanceLabels();
  const free = labels.find(({ label }) => !rows.some((row) => row.label === label));
  const change = (at: number, row: Partial<TypedAmount>): void =>
    onChange(rows.map((one, place) => (place === at ? { ...one, ...row } : one)));
  return (
    <>
      {rows.map(({ label, text }, at) => (
        <div key={at}>
          <Field
            label={at === 0 ? t(TILL.advanceAmount) : t(TILL.advanceAmountOf, { number: at + 1 })}
            value={text}
            onInput={(typed) => change(at, { text: typed })}
            inputMode="decimal"
            autoFocus={at === 0}
            fault={isTried ? numberText(text, AMOUNTS) : undefined}
          />
          <Choice
            label={at === 0 ? t(COMMON.taxLabel) : t(TILL.taxLabelOf, { number: at + 1 })}
            value={label}
            onChange={(chosen) => change(at, { label: chosen })}
            options={labels
              .filter((one) => one.label === label || !rows.some((row) => row.label === one.label))
              .map((one) => [one.label, taxLabelText(one)])}
          />
        </div>
      ))}
      <div class="actions">
        {free !== undefined && (
          <Button text={t(TILL.addLabel)} onClick={() => onChange([...rows, { label: free.label, text: '' }])} />
        )}
        {rows.length > 1 && <Button text={t(TILL.fewerLabels)} onClick={() => onChange(rows.slice(0, -1))} />}
      </div>
    </>
  );
}
