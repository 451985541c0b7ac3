import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Bilingual } from '../../../../../base/index.js';
import type { CompanySetting } from '../../../../../shop/settings/index.js';
import { operate } from '../../net/http.js';
import { Field, Form, Submit, typedMembers } from '../../components/field.js';
import { Show, useSettings } from '../../components/load.js';
import { useUnsaved } from '../../components/dialog.js';
import { BUYER } from '../../text/buyer.js';
import { FIRST_RUN } from '../../text/firstRun.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { refreshSetup, type StepProps } from './setupState.js';
import { isTin } from '../../../../../base/idNumbers.js';
import { useFault } from '../../components/notice.js';

const EMPTY: CompanySetting = { name: '', tin: '', location: '', address: '', district: '' };
const LOCATION = /^\d{7}-.*\S/;

/** The seller, who is printed on every receipt. */
export function CompanyStep({ state, next }: StepProps): JSX.Element {
  const loaded = useSettings('company');
  return (
    <Show loaded={loaded}>
      {/* The preset company of a new box is for tests only. */}
      {(values) => (
        <CompanyForm stored={state.hasCompany ? (values['company'] as CompanySetting) : EMPTY} next={next} />
      )}
    </Show>
  );
}

function CompanyForm({ stored, next }: { readonly stored: CompanySetting; readonly next: () => void }): JSX.Element {
  const [company, setCompany] = useState(stored);
  const [isChecked, setChecked] = useState(false);
  const [fault, checked] = useFault();
  const [isSaved, setSaved] = useState(false);
  useEffect(() => setCompany(stored), [JSON.stringify(stored)]);
  useUnsaved(
    !isSaved && Object.entries(company).some(([name, value]) => stored[name as keyof CompanySetting] !== value),
  );
  const faults = isChecked ? faultsOf(company) : {};
  const typed = typedMembers(company, (part) => {
    setSaved(false);
    setCompany({ ...company, ...part });
  });
  const field = (name: Parameters<typeof typed>[0]) => ({ ...typed(name), fault: faults[name], maxLength: 100 });
  const save = async (): Promise<void> => {
    setChecked(true);
    if (Object.keys(faultsOf(company)).length > 0) return;
    const reply = checked(await operate('settings.set', { name: 'company', value: trimmed(company) }));
    if (!reply.ok) return;
    setSaved(true);
    await refreshSetup();
    next();
  };
  return (
    <Form onSubmit={save} label={t(COMMON.company)}>
      <p>{t(FIRST_RUN.companyIntro)}</p>
      <Field label={t(FIRST_RUN.tin)} {...field('tin')} hint={t(COMMON.nineDigits)} inputMode="numeric" maxLength={9} />
      <Field label={t(FIRST_RUN.companyName)} {...field('name')} autoComplete="organization" />
      <Field label={t(COMMON.premises)} {...field('location')} hint={t(COMMON.premisesHint)} />
      <Field label={t(COMMON.address)} {...field('address')} autoComplete="street-address" />
      <Field label={t(COMMON.district)} {...field('district')} />
      <Submit label={t(FIRST_RUN.saveAndNext)} fault={fault} />
    </Form>
  );
}

function faultsOf(company: CompanySetting): Partial<Record<keyof CompanySetting, string>> {
  const { tin, location, ...others } = trimmed(company);
  const missing = Object.entries(others).filter(([, value]) => value === '');
  return {
    ...Object.fromEntries(missing.map(([name]) => [name, t(FIRST_RUN.required)])),
    ...(!isTin(tin) && { tin: t(tinFault(tin)) }),
    ...(!LOCATION.test(location) && { location: t(COMMON.premisesHint) }),
  };
}

function tinFault(tin: string): Bilingual {
  if (tin === '') return FIRST_RUN.required;
  return /^\d{9}$/.test(tin) ? FIRST_RUN.badTin : BUYER.digits9;
}

/** The other members of the setting do not change. */
function trimmed({ name, tin, location, address, district, ...others }: CompanySetting): CompanySetting {
  return {
    ...others,
    name: name.trim(),
    tin: tin.trim(),
    location: location.trim(),
    address: address.trim(),
    district: district.trim(),
  };
}
