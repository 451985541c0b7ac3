import type { JSX } from 'preact';
import { Choice, Field } from '../../components/field.js';
import { Show, useSettings } from '../../components/load.js';
import { t } from '../../text/language.js';
import { SCALES, SETTING_NAMES } from '../../text/settingsForms.js';
import type { ScaleLabel } from '../../till/items.js';
import { RowsForm, typedNumber } from './rowsForm.js';

/** A row as it is typed. */
interface Draft {
  readonly prefix: string;
  readonly itemDigits: string;
  readonly valueDigits: string;
  readonly value: ScaleLabel['value'];
  readonly decimals: string;
}

const USUAL: Draft = { prefix: '', itemDigits: '5', valueDigits: '5', value: 'weight', decimals: '3' };
const USUAL_DECIMALS = { weight: '3', price: '2', pieces: '0' } as const;

/** The code formats of the shop's scales. */
export function ScaleLabels(): JSX.Element {
  const loaded = useSettings('scaleLabels');
  return (
    <section class="card">
      <h2>{t(SETTING_NAMES.scaleLabels)}</h2>
      <p class="muted">{t(SCALES.hint)}</p>
      <p class="muted">{t(SCALES.decimalsHint)}</p>
      <Show loaded={loaded}>
        {({ scaleLabels }) => <Rows initial={(scaleLabels as readonly ScaleLabel[]).map(draftOf)} />}
      </Show>
    </section>
  );
}

function draftOf({ prefix, itemDigits, valueDigits, value, decimals }: ScaleLabel): Draft {
  return {
    ...{ prefix, value, itemDigits: String(itemDigits), valueDigits: String(valueDigits) },
    decimals: decimals === undefined ? USUAL_DECIMALS[value] : String(decimals),
  };
}

function Rows({ initial }: { readonly initial: readonly Draft[] }): JSX.Element {
  return (
    <RowsForm
      name="scaleLabels"
      title={t(SETTING_NAMES.scaleLabels)}
      class="label-row scale-row"
      initial={initial}
      added={USUAL}
      add={t(SCALES.add)}
      nameOf={({ prefix }) => prefix}
      legendOf={({ prefix }) => (prefix === '' ? t(SCALES.newOne) : `${prefix}…`)}
      sent={({ prefix, value, decimals, itemDigits, valueDigits }) => ({
        prefix: prefix.trim(),
        value,
        decimals: typedNumber(decimals),
        itemDigits: typedNumber(itemDigits),
        valueDigits: typedNumber(valueDigits),
      })}
      fields={(row, change, typed) => (
        <>
          <Field label={t(SCALES.prefix)} {...typed('prefix')} inputMode="numeric" maxLength={4} />
          <Field label={t(SCALES.itemDigits)} {...typed('itemDigits')} inputMode="numeric" />
          <Choice
            label={t(SCALES.value)}
            value={row.value}
            options={[
              ['weight', t(SCALES.weight)],
              ['price', t(SCALES.price)],
              ['pieces', t(SCALES.pieces)],
            ]}
            onChange={(value) => change({ value, decimals: USUAL_DECIMALS[value] })}
          />
          <Field label={t(SCALES.valueDigits)} {...typed('valueDigits')} inputMode="numeric" />
          <Field label={t(SCALES.decimals)} {...typed('decimals')} inputMode="numeric" />
        </>
      )}
    />
  );
}
