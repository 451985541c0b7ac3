import { type Company, describeFaults, ENVIRONMENTS } from '../base/index.js';
import { type InstalledCertificates, record, row, ROW_PATTERN_WORDS, type Setting } from './setting.js';

/** The TIN of a box that has no company yet. */
export const NO_TIN = '000000000';

/** Seven digits of the business premises and their name, as receipts print them. */
const LOCATION = '^\\d{7}-.*\\S';
const TIN = '^\\d{9}$';

export const companySetting: Setting<Company> = {
  schema: record({
    name: row(100),
    tin: { type: 'string', pattern: TIN },
    location: { ...row(100), pattern: LOCATION },
    address: row(100),
    district: row(100),
  }),
  patternWords: {
    [LOCATION]: 'must be 7 digits, a hyphen and a name, like 1234567-Пекара',
    [TIN]: 'must be 9 digits',
  },
  defaultValue: () => ({
    name: 'ДЕМО ПРОДАВНИЦА',
    tin: NO_TIN,
    location: '0000000-ДЕМО ПРОДАВНИЦА',
    address: 'НЕПОЗНАТА АДРЕСА',
    district: 'Београд',
  }),
  faultWhenChanged: otherTaxpayer,
};

/** Receipts of one taxpayer would be signed in the name of another. */
function otherTaxpayer({ tin }: Company, installed: InstalledCertificates): string | undefined {
  if (tin === NO_TIN) return undefined;
  const environment = ENVIRONMENTS.find((one) => ![undefined, null, tin].includes(installed[one]?.tin));
  if (environment === undefined) return undefined;
  return (
    `company: the certificate that is installed for ${environment} is of TIN ${String(installed[environment]?.tin)}. ` +
    `Give that TIN, or first run: kasirbox certificate remove --environment ${environment}`
  );
}

const fault = describeFaults(companySetting.schema, { ...ROW_PATTERN_WORDS, ...companySetting.patternWords });

/** What is wrong with one member of the company, for whoever has not all of them yet; an English phrase. */
export function companyFault(member: keyof Company, value: string): string | undefined {
  const good: Company = { ...companySetting.defaultValue(''), [member]: value };
  return fault(good);
}
