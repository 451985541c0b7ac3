import type { JSX } from 'preact';
import { Field, Switch } from '../../components/field.js';
import { Show, useSettings } from '../../components/load.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { SETTINGS } from '../../text/settings.js';
import { FORMS, SETTING_NAMES } from '../../text/settingsForms.js';
import type { FieldSpec } from './draft.js';
import { RowsForm, typedNumber } from './rowsForm.js';
import { ScaleLabels } from './scaleLabels.js';
import { SettingForm, SingleSetting } from './settingForm.js';

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
      <SingleSetting
        name="simplifiedCash"
        title={t(SETTING_NAMES.simplifiedCash)}
        kind="switch"
        label={FORMS.simplifiedCash}
        hint={FORMS.simplifiedCashHint}
      />
      <SingleSetting
        name="refundGuard"
        title={t(SETTING_NAMES.refundGuard)}
        kind="choice"
        label={FORMS.refundGuard}
        hint={FORMS.refundGuardHint}
        options={[
          ['warn', FORMS.refundGuardWarn],
          ['refuse', FORMS.refundGuardRefuse],
        ]}
      />
      <SingleSetting
        name="strict"
        title={t(FORMS.strictTitle)}
        kind="switch"
        label={FORMS.strict}
        hint={FORMS.strictHint}
      />
      <SingleSetting
        name="repeatPrints"
        title={t(FORMS.repeatPrintsTitle)}
        kind="switch"
        label={FORMS.repeatPrints}
        hint={FORMS.repeatPrintsHint}
      />
      <SingleSetting
        name="cashierTraining"
        title={t(FORMS.cashierTrainingTitle)}
        kind="switch"
        label={FORMS.cashierTraining}
        hint={FORMS.cashierTrainingHint}
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
      add={t(COMMON.add)}
      nameOf={({ label }) => label}
      sent={(row) => ({ ...row, rate: typedNumber(row.rate) })}
      fields={({ label, active }, change, typed) => (
        <>
          <Field label={t(SETTINGS.labelLetter)} {...typed('label')} maxLength={1} />
          <Field label={t(SETTINGS.labelName, { label })} {...typed('name')} maxLength={14} />
          <Field label={t(SETTINGS.labelRate, { label })} {...typed('rate')} inputMode="decimal" />
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
