import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { type Fault, operate } from '../../net/http.js';
import { Button } from '../../parts/button.js';
import { Field, Form, Switch } from '../../parts/field.js';
import { Show, useLoaded } from '../../parts/load.js';
import { FaultNotice, Notice } from '../../parts/notice.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { SETTINGS } from '../../text/settings.js';
import { FORMS } from '../../text/settingsForms.js';
import type { FieldSpec } from './draft.js';
import { ScaleLabels } from './scaleLabels.js';
import { SettingForm } from './settingForm.js';

const CASH: FieldSpec = {
  name: 'value',
  kind: 'switch',
  label: FORMS.simplifiedCash,
  hint: FORMS.simplifiedCashHint,
};
const GUARD: FieldSpec = {
  name: 'value',
  kind: 'choice',
  label: FORMS.refundGuard,
  hint: FORMS.refundGuardHint,
  options: [
    ['warn', FORMS.refundGuardWarn],
    ['refuse', FORMS.refundGuardRefuse],
  ],
};
const QUEUE: readonly FieldSpec[] = [
  { name: 'enabled', kind: 'switch', label: FORMS.queueEnabled, hint: FORMS.queueHint },
  { name: 'printSlip', kind: 'switch', label: FORMS.printSlip },
  { name: 'printReceipts', kind: 'switch', label: FORMS.printReceipts, usual: true },
  { name: 'maxCount', kind: 'number', label: FORMS.maxCount },
  { name: 'maxAgeHours', kind: 'number', label: FORMS.maxAgeHours },
];

export function SellingSettings(): JSX.Element {
  return (
    <>
      <SettingForm name="simplifiedCash" title={t(SETTINGS.simplifiedCash)} single="switch" fields={() => [CASH]} />
      <SettingForm name="refundGuard" title={t(FORMS.refundGuardTitle)} single="choice" fields={() => [GUARD]} />
      <SettingForm name="offlineQueue" title={t(SETTINGS.queue)} fields={() => QUEUE} />
      <ScaleLabels />
      <TaxLabels />
    </>
  );
}

interface LabelDraft {
  readonly label: string;
  readonly name: string;
  /** As typed. */
  readonly rate: string;
  readonly active: boolean;
}

function TaxLabels(): JSX.Element {
  const loaded = useLoaded(() => operate('settings.show', { name: 'taxLabels' }));
  return (
    <section class="card">
      <h2>{t(SETTINGS.taxLabels)}</h2>
      <p class="muted">{t(SETTINGS.taxLabelsHint)}</p>
      <Show loaded={loaded}>{({ taxLabels }) => <LabelRows initial={draftsOf(taxLabels)} />}</Show>
    </section>
  );
}

function draftsOf(value: unknown): readonly LabelDraft[] {
  const labels = value as readonly (Omit<LabelDraft, 'rate'> & { readonly rate: number })[];
  return labels.map((one) => ({ ...one, rate: String(one.rate).replace('.', ',') }));
}

function LabelRows({ initial }: { readonly initial: readonly LabelDraft[] }): JSX.Element {
  const [rows, setRows] = useState(initial);
  const [fault, setFault] = useState<Fault>();
  const [isSaved, setSaved] = useState(false);
  const change = (at: number, part: Partial<LabelDraft>): void => {
    setSaved(false);
    setRows(rows.map((row, index) => (index === at ? { ...row, ...part } : row)));
  };
  const save = async (): Promise<void> => {
    const value = rows.map((row) => ({ ...row, rate: numberOf(row.rate) }));
    const reply = await operate('settings.set', { name: 'taxLabels', value });
    setFault(reply.ok ? undefined : reply.error);
    setSaved(reply.ok);
  };
  return (
    <Form onSubmit={save} label={t(SETTINGS.taxLabels)}>
      {rows.map(({ label, name, rate, active }, at) => (
        <fieldset key={at} class="label-row">
          <legend>{label}</legend>
          <Field
            label={t(SETTINGS.labelLetter)}
            value={label}
            maxLength={1}
            onInput={(typed) => change(at, { label: typed })}
          />
          <Field
            label={t(SETTINGS.labelName, { label })}
            value={name}
            maxLength={14}
            onInput={(typed) => change(at, { name: typed })}
          />
          <Field
            label={t(SETTINGS.labelRate, { label })}
            value={rate}
            inputMode="decimal"
            onInput={(typed) => change(at, { rate: typed })}
          />
          <Switch
            label={t(SETTINGS.labelActive, { label })}
            checked={active}
            onChange={(on) => change(at, { active: on })}
          />
          <Button kind="link" onClick={() => setRows(rows.filter((_, index) => index !== at))}>
            {t(SETTINGS.removeRow, { name: label })}
          </Button>
        </fieldset>
      ))}
      <FaultNotice fault={fault} />
      {isSaved && <Notice kind="success">{t(SETTINGS.saved)}</Notice>}
      <div class="actions">
        <Button onClick={() => setRows([...rows, { label: '', name: '', rate: '0', active: false }])}>
          {t(SETTINGS.addRow)}
        </Button>
        <Button kind="primary" type="submit">
          {t(COMMON.save)}
        </Button>
      </div>
    </Form>
  );
}

/** What is no number is sent as it was typed: the box says what is wrong with it. */
function numberOf(typed: string): number | string {
  const text = typed.trim().replace(',', '.');
  return /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : typed;
}
