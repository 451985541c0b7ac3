import type { JSX } from 'preact';
import { Field, Switch } from '../../components/field.js';
import { Show, useSettings } from '../../components/load.js';
import { t } from '../../text/language.js';
import { SETTINGS } from '../../text/settings.js';
import { FORMS, SETTING_NAMES } from '../../text/settingsForms.js';
import type { FieldSpec } from './draft.js';
import { RowsForm, typedNumber } from './rowsForm.js';
import { ScaleLabels } from './scaleLabels.js';
import { SettingForm } from './settingForm.js';

const CASH: FieldSpec = {
  name: 'value',
  kind: 'switch',
  label: FORMS.simplifiedCash,
  hint: FORMS.simplifiedCashHint,
};
const REPEATS: FieldSpec = {
  name: 'value',
  kind: 'switch',
  label: FORMS.repeatPrints,
  hint: FORMS.repeatPrintsHint,
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
const STRICT: FieldSpec = { name: 'value', kind: 'switch', label: FORMS.strict, hint: FORMS.strictHint };
const TRAINING: FieldSpec = {
  name: 'value',
  kind: 'switch',
  label: FORMS.cashierTraining,
  hint: FORMS.cashierTrainingHint,
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
      <SettingForm
        name="simplifiedCash"
        title={t(SETTING_NAMES.simplifiedCash)}
        single="switch"
        fields={() => [CASH]}
      />
      <SettingForm name="refundGuard" title={t(SETTING_NAMES.refundGuard)} single="choice" fields={() => [GUARD]} />
      <SettingForm name="strict" title={t(FORMS.strictTitle)} single="switch" fields={() => [STRICT]} />
      <SettingForm name="repeatPrints" title={t(FORMS.repeatPrintsTitle)} single="switch" fields={() => [REPEATS]} />
      <SettingForm
        name="cashierTraining"
        title={t(FORMS.cashierTrainingTitle)}
        single="switch"
        fields={() => [TRAINING]}
      />
      <SettingForm name="offlineQueue" title={t(SETTING_NAMES.offlineQueue)} fields={() => QUEUE} />
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
  const loaded = useSettings('taxLabels');
  return (
    <section class="card">
      <h2>{t(SETTING_NAMES.taxLabels)}</h2>
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
  return (
    <RowsForm
      name="taxLabels"
      title={t(SETTING_NAMES.taxLabels)}
      initial={initial}
      added={{ label: '', name: '', rate: '0', active: false }}
      add={t(SETTINGS.addRow)}
      nameOf={({ label }) => label}
      sent={(row) => ({ ...row, rate: typedNumber(row.rate) })}
      fields={({ label, name, rate, active }, change) => (
        <>
          <Field
            label={t(SETTINGS.labelLetter)}
            value={label}
            maxLength={1}
            onInput={(typed) => change({ label: typed })}
          />
          <Field
            label={t(SETTINGS.labelName, { label })}
            value={name}
            maxLength={14}
            onInput={(typed) => change({ name: typed })}
          />
          <Field
            label={t(SETTINGS.labelRate, { label })}
            value={rate}
            inputMode="decimal"
            onInput={(typed) => change({ rate: typed })}
          />
          <Switch
            label={t(SETTINGS.labelActive, { label })}
            checked={active}
            onChange={(on) => change({ active: on })}
          />
        </>
      )}
    />
  );
}
