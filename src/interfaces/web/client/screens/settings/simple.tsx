import type { JSX } from 'preact';
import { user } from '../../net/session.js';
import { useIdentity } from '../../components/aboutBox.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { FORMS, SETTING_NAMES } from '../../text/settingsForms.js';
import type { FieldSpec } from './draft.js';
import { SettingForm, SingleSetting } from './settingForm.js';

const COMPANY: readonly FieldSpec[] = [
  { name: 'name', kind: 'text', label: COMMON.name },
  { name: 'tin', kind: 'text', label: COMMON.tin, hint: COMMON.nineDigits },
  { name: 'location', kind: 'text', label: COMMON.premises, hint: COMMON.premisesHint },
  { name: 'address', kind: 'text', label: COMMON.address },
  { name: 'district', kind: 'text', label: COMMON.district },
  ...(
    [
      { name: 'bankAccount', kind: 'text', label: FORMS.bankAccount, hint: FORMS.bankAccountHint },
      { name: 'registrationNumber', kind: 'text', label: FORMS.registrationNumber, hint: FORMS.registrationNumberHint },
      { name: 'phone', kind: 'text', label: FORMS.phone },
      { name: 'email', kind: 'text', label: FORMS.email },
      { name: 'web', kind: 'text', label: FORMS.web },
    ] as const
  ).map((field) => ({ ...field, isOptional: true, isRare: true })),
];

const ESIR: readonly FieldSpec[] = [{ name: 'number', kind: 'text', label: FORMS.esirNumber }];

export function CompanySettings(): JSX.Element {
  return (
    <>
      <SettingForm name="company" title={t(COMMON.company)} fields={() => COMPANY} />
      <EsirNumber />
    </>
  );
}

/** The number is asked for where the build has none; the version of the program belongs to it in any case. */
function EsirNumber(): JSX.Element {
  const { value: identity, reload } = useIdentity();
  const note = identity && t(FORMS.esirNote, { esirNumber: identity.esirNumber });
  if (identity?.isNumberOfBuild === false) {
    return (
      <SettingForm
        name="esir"
        title={t(SETTING_NAMES.esir)}
        fields={() => ESIR}
        {...(note !== undefined && { note })}
        onSaved={reload}
      />
    );
  }
  return (
    <section class="card">
      <h2>{t(SETTING_NAMES.esir)}</h2>
      <p class="muted">{note}</p>
    </section>
  );
}

/** Settings of one member each. Only the owner decides who sees figures. */
const SINGLES: readonly (FieldSpec & { readonly isOwners?: true })[] = [
  { name: 'publicUrl', kind: 'text', label: FORMS.publicUrl, hint: FORMS.publicUrlHint },
  { name: 'cashierSession', kind: 'number', label: FORMS.cashierSession, hint: FORMS.cashierSessionHint },
  { name: 'flashBudget', kind: 'number', label: FORMS.flashBudget, hint: FORMS.flashBudgetHint },
  { name: 'metrics', kind: 'switch', label: FORMS.metrics, hint: FORMS.metricsHint, isOwners: true },
];

export function NetworkSettings(): JSX.Element {
  return (
    <>
      {SINGLES.filter(({ isOwners }) => isOwners !== true || user.value?.role === 'owner').map(
        ({ isOwners: _, ...setting }) => (
          <SingleSetting
            key={setting.name}
            title={t(setting.label)}
            isOptional={setting.kind === 'text'}
            {...setting}
          />
        ),
      )}
    </>
  );
}
