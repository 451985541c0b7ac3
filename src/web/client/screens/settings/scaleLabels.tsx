import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { type Fault, operate } from '../../net/http.js';
import { Button } from '../../parts/button.js';
import { Choice, Field, Form } from '../../parts/field.js';
import { Show, useLoaded } from '../../parts/load.js';
import { FaultNotice, Notice } from '../../parts/notice.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { SCALES } from '../../text/scales.js';
import { SETTINGS } from '../../text/settings.js';
import type { ScaleLabel } from '../../till/items.js';

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

/** What the scales of the shop write into their codes. */
export function ScaleLabels(): JSX.Element {
  const loaded = useLoaded(() => operate('settings.show', { name: 'scaleLabels' }));
  return (
    <section class="card">
      <h2>{t(SCALES.title)}</h2>
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

/** What is no number is sent as it was typed: the box says what is wrong with it. */
function numberOf(typed: string): number | string {
  return /^\d+$/.test(typed.trim()) ? Number(typed) : typed;
}

function Rows({ initial }: { readonly initial: readonly Draft[] }): JSX.Element {
  const [rows, setRows] = useState(initial);
  const [fault, setFault] = useState<Fault>();
  const [isSaved, setSaved] = useState(false);
  const change = (at: number, part: Partial<Draft>): void => {
    setSaved(false);
    setRows(rows.map((row, index) => (index === at ? { ...row, ...part } : row)));
  };
  const save = async (): Promise<void> => {
    const value = rows.map((row) => ({
      ...{ prefix: row.prefix.trim(), value: row.value, decimals: numberOf(row.decimals) },
      ...{ itemDigits: numberOf(row.itemDigits), valueDigits: numberOf(row.valueDigits) },
    }));
    const reply = await operate('settings.set', { name: 'scaleLabels', value });
    setFault(reply.ok ? undefined : reply.error);
    setSaved(reply.ok);
  };
  return (
    <Form onSubmit={save} label={t(SCALES.title)}>
      {rows.map((row, at) => (
        <fieldset key={at} class="label-row scale-row">
          <legend>{row.prefix === '' ? t(SCALES.newOne) : `${row.prefix}…`}</legend>
          <Field
            label={t(SCALES.prefix)}
            value={row.prefix}
            inputMode="numeric"
            maxLength={4}
            onInput={(prefix) => change(at, { prefix })}
          />
          <Field
            label={t(SCALES.itemDigits)}
            value={row.itemDigits}
            inputMode="numeric"
            onInput={(itemDigits) => change(at, { itemDigits })}
          />
          <Choice
            label={t(SCALES.value)}
            value={row.value}
            options={[
              ['weight', t(SCALES.weight)],
              ['price', t(SCALES.price)],
              ['pieces', t(SCALES.pieces)],
            ]}
            onChange={(value) => change(at, { value, decimals: USUAL_DECIMALS[value] })}
          />
          <Field
            label={t(SCALES.valueDigits)}
            value={row.valueDigits}
            inputMode="numeric"
            onInput={(valueDigits) => change(at, { valueDigits })}
          />
          <Field
            label={t(SCALES.decimals)}
            value={row.decimals}
            inputMode="numeric"
            onInput={(decimals) => change(at, { decimals })}
          />
          <Button kind="link" onClick={() => setRows(rows.filter((_, index) => index !== at))}>
            {t(SETTINGS.removeRow, { name: row.prefix })}
          </Button>
        </fieldset>
      ))}
      <FaultNotice fault={fault} />
      {isSaved && <Notice kind="success">{t(SETTINGS.saved)}</Notice>}
      <div class="actions">
        <Button onClick={() => setRows([...rows, USUAL])}>{t(SCALES.add)}</Button>
        <Button kind="primary" type="submit">
          {t(COMMON.save)}
        </Button>
      </div>
    </Form>
  );
}
