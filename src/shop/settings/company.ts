import {
  BANK_ACCOUNT,
  bankAccountDigits,
  describeFaults,
  isCustomerAddress,
  isTin,
  defineMessages,
  type Message,
  phrase,
} from '../../base/index.js';
import { type Company, environmentText, ENVIRONMENTS } from '../../contract/index.js';
import { type InstalledCertificates, memberFault, record, row, ROW_PATTERN_TEXTS, type Setting } from './setting.js';

const MESSAGES = defineMessages('company', {
  badEmail: {
    en: '{field} must be one address, like pekara@example.rs.',
    sr: 'Адреса е-поште фирме мора бити једна адреса, као pekara@example.rs.',
  },
  otherTaxpayer: {
    en: 'company: the certificate installed for {environment} is for the TIN {tin}. Enter that TIN, or first run: kasirbox certificate remove --environment {name}',
    sr: 'Сертификат инсталиран за {environment} је за ПИБ {tin}. Унесите тај ПИБ, или прво покрените: kasirbox certificate remove --environment {name}',
    srOnPage: 'Сертификат инсталиран за {environment} је за ПИБ {tin}. Унесите тај ПИБ, или прво уклоните сертификат.',
    enOnPage:
      'The certificate installed for {environment} is for the TIN {tin}. Enter that TIN, or remove the certificate first.',
  },
  badAccount: {
    en: '{field} {account} has a wrong digit: its check digits do not match. Compare each digit with what the bank wrote.',
    sr: 'Текући рачун {account} има погрешну цифру: контролни број се не слаже. Упоредите сваку цифру са оним што је банка написала.',
  },
  badTin: {
    en: '{field} {tin} has a wrong digit: its check digit does not match. Compare each digit with the decision of the tax authority.',
    sr: 'Такав ПИБ не постоји ({tin}): једна цифра је погрешна. Упоредите сваку цифру са решењем Пореске управе.',
  },
});

/** The TIN of a box without a company. */
export const NO_TIN = '000000000';

/** Seven digits of the business premises and their name, as receipts print them. */
const LOCATION = '^\\d{7}-.*\\S';
const TIN = '^\\d{9}$';

const REGISTRATION_NUMBER = '^\\d{8}$';
/** A host with optional http(s) prefix and path; one line. No other scheme is allowed, because a link could run it. */
const WEB = '^(?:https?://)?[\\p{L}\\p{N}-]+(?:\\.[\\p{L}\\p{N}-]+)+(?::\\d{1,5})?(?:/[\\p{L}\\p{N}!-~]*)?$';

/**
 * The company as the owner sets it: the data that every receipt records, and data that only documents for the buyer
 * show. The latter never reaches a processor, a receipt or its ledger record; {@link sellerOf} removes it.
 */
export interface CompanySetting extends Company {
  /** Serbian account number as entered: `160-123456-54`, or 18 digits; `bankAccountDigits` reads both. */
  readonly bankAccount?: string;
  /**
   * Number in the register of business entities (MB), 8 digits. Only its form is checked: no reliable rule for a check
   * digit was found.
   */
  readonly registrationNumber?: string;
  readonly phone?: string;
  readonly email?: string;
  /** `pekara.rs`, or with http and a path. */
  readonly web?: string;
}

const OPTIONAL = ['bankAccount', 'registrationNumber', 'phone', 'email', 'web'] as const;

export const companySetting: Setting<CompanySetting> = {
  reach: 'box',
  schema: record(
    {
      name: row(100),
      tin: { type: 'string', pattern: TIN },
      location: { ...row(100), pattern: LOCATION },
      address: row(100),
      district: row(100),
      bankAccount: { type: 'string', pattern: BANK_ACCOUNT },
      registrationNumber: { type: 'string', pattern: REGISTRATION_NUMBER },
      phone: row(50),
      email: row(100),
      web: { ...row(100), pattern: WEB },
    },
    OPTIONAL,
  ),
  patternWords: {
    [BANK_ACCOUNT]: {
      sr: 'мора бити број текућег рачуна у Србији, као 160-123456-54, или његових 18 цифара',
      en: 'must be a Serbian bank account, like 160-123456-54 or its 18 digits',
    },
    [REGISTRATION_NUMBER]: { sr: 'мора имати 8 цифара', en: 'must be 8 digits' },
    [WEB]: {
      sr: 'мора бити адреса веб-сајта, као www.example.rs',
      en: 'must be a web site address, like www.example.rs',
    },
    [LOCATION]: {
      sr: 'мора бити 7 цифара, цртица и име, као 1234567-Пекара',
      en: 'must be 7 digits, a hyphen and a name, like 1234567-Пекара',
    },
    [TIN]: { sr: 'мора имати 9 цифара', en: 'must be 9 digits' },
  },
  defaultValue: () => ({
    name: 'ДЕМО ПРОДАВНИЦА',
    tin: NO_TIN,
    location: '0000000-ДЕМО ПРОДАВНИЦА',
    address: 'НЕПОЗНАТА АДРЕСА',
    district: 'Београд',
  }),
  faultWhenChanged: (company, installed) =>
    badDetails(company) ?? otherTaxpayer(company, installed) ?? wrongTin(company, installed),
};

/** The seller as receipts record it, without the other members. */
export function sellerOf({ name, tin, location, address, district }: CompanySetting): Company {
  return { name, tin, location, address, district };
}

/** With a mistyped digit, buyers would pay to a stranger's account. */
function badDetails({ bankAccount, email }: CompanySetting): Message | undefined {
  if (bankAccount !== undefined && !bankAccountDigits(bankAccount).ok) {
    return memberFault('company', 'bankAccount', MESSAGES.badAccount({ field: 'bankAccount', account: bankAccount }));
  }
  if (email !== undefined && !isCustomerAddress(email)) {
    return memberFault('company', 'email', MESSAGES.badEmail({ field: 'email' }));
  }
  return undefined;
}

/** A certificate proves its TIN, so that TIN is accepted even if its check digit is wrong. */
function wrongTin({ tin }: Company, installed: InstalledCertificates): Message | undefined {
  if (tin === NO_TIN || isTin(tin) || ENVIRONMENTS.some((one) => installed[one]?.tin === tin)) return undefined;
  return memberFault('company', 'tin', MESSAGES.badTin({ field: 'tin', tin }));
}

/** Otherwise receipts of one taxpayer would be signed in the name of another. */
function otherTaxpayer({ tin }: Company, installed: InstalledCertificates): Message | undefined {
  if (tin === NO_TIN) return undefined;
  const environment = ENVIRONMENTS.find((one) => ![undefined, null, tin].includes(installed[one]?.tin));
  if (environment === undefined) return undefined;
  const issuedTo = String(installed[environment]?.tin);
  return MESSAGES.otherTaxpayer({
    environment: phrase(environmentText(environment)),
    name: environment,
    tin: issuedTo,
  });
}

const fault = describeFaults(companySetting.schema, { ...ROW_PATTERN_TEXTS, ...companySetting.patternWords });

/** Checks one member of the company while others are still missing. The fault is a phrase. */
export function companyFault(member: keyof Company, value: string): Message | undefined {
  const good: Company = { ...companySetting.defaultValue(), [member]: value };
  return fault(good);
}
