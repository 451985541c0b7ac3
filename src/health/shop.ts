import type { Check, HealthParts } from './checks.js';
import { TEXTS } from './texts/shop.js';
import { failure, good, warning } from './verdicts.js';

/** Without a label no line can be sold. Those of a real processor are its own, and so is the complaint about them. */
export function checkLabels({ pfr }: Pick<HealthParts, 'pfr'>): Check[] {
  const active = pfr().taxLabels();
  if (active.length > 0) return [good('labels', TEXTS.labelsGood(active.map(({ label }) => label).join(', ')))];
  if (pfr().mode !== 'demo') return [];
  return [failure('labels', TEXTS.labelsNone(), TEXTS.activateLabel())];
}

/** A receipt under the demo's name is no harm; only a real processor brings a name of its own. */
export function checkCompany({ settings, seller }: Pick<HealthParts, 'settings' | 'seller'>): Check[] {
  const { company } = settings.now;
  const signed = seller()?.replace(/\D/g, '');
  const proof = signed === undefined ? `set ${company.tin}` : `set ${company.tin}; signed ${signed}`;
  if (signed !== undefined && signed !== '' && signed !== company.tin && Number(company.tin) > 0) {
    return [warning('company', TEXTS.companyOther(signed, company.tin), TEXTS.changeCard(), proof)];
  }
  if (Number(company.tin) > 0) return [good('company', TEXTS.companyGood(company.name), proof)];
  return [warning('company', TEXTS.companyUnset(), TEXTS.setCompany(), proof)];
}

/** Without a key nobody can sell through the API, but the owner has only to make one. */
export function checkKeys({ activeKeys }: Pick<HealthParts, 'activeKeys'>): Check[] {
  const active = activeKeys();
  if (active > 0) return [good('keys', TEXTS.keysGood(active))];
  return [warning('keys', TEXTS.keysNone(), TEXTS.createKey())];
}
