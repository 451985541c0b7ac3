import { type Bilingual, isTin, NO_ESIR_NUMBER } from '../../../base/index.js';
import { PFR_TRAITS } from '../../../contract/index.js';
import type { Pfr } from '../../../processors/pfr/index.js';
import type { Approval, Settings } from '../../../shop/settings/index.js';
import { defineCheck, failure, good, inBoth, warning } from '../check.js';

interface CompanyDeps {
  readonly settings: Pick<Settings, 'now'>;
  /** TIN for which the present processor signs, from its last receipt; undefined while there is none. */
  readonly seller: () => string | undefined;
}

/** The seller in the settings. Receipts with the demo's seller do no harm: only a real processor has its own. */
export const companyCheck = defineCheck({
  name: 'company',
  consequence: 'receipts',
  alarmAfterPolls: null,
  guide: {
    symptom: { sr: 'Упозорење company', en: 'Warning company' },
    cause: {
      sr: 'подаци о продавцу нису унети, или ПИБ није исправан',
      en: 'the company details are missing, or the TIN is wrong',
    },
    command: 'kasirbox settings set company -',
  },
  run({ settings, seller }: CompanyDeps) {
    const { company } = settings.now;
    const signed = seller()?.replace(/\D/g, '');
    const proof = COMPANY_TEXTS.proof(company.tin, signed);
    const isSet = Number(company.tin) > 0;
    if (isSet && signed !== undefined && signed !== '' && signed !== company.tin) {
      return [warning(COMPANY_TEXTS.other(signed, company.tin), COMPANY_TEXTS.changeCard(), proof)];
    }
    // The settings refuse such a TIN now. An earlier release stored it, or the certificate of the shop contains it.
    if (isSet && !isTin(company.tin))
      return [warning(COMPANY_TEXTS.mistyped(company.tin), COMPANY_TEXTS.look(), proof)];
    return [
      isSet
        ? good(COMPANY_TEXTS.good(company.name), proof)
        : warning(COMPANY_TEXTS.unset(), COMPANY_TEXTS.set(), proof),
    ];
  },
});

const COMPANY_TEXTS = {
  proof: (set: string, signed: string | undefined): Bilingual =>
    signed === undefined
      ? { sr: `подешен ${set}`, en: `set ${set}` }
      : { sr: `подешен ${set}; на рачунима ${signed}`, en: `set ${set}; on receipts ${signed}` },
  unset: (): Bilingual => ({
    sr: 'Подаци о продавцу нису унети.',
    en: 'The company details are missing.',
  }),
  set: (): Bilingual => ({
    sr: `Унесите податке о продавцу (kasirbox settings set company '{"name":…,"tin":…,"location":…,"address":…,"district":…}').`,
    en: 'Enter the company details (kasirbox settings set company \'{"name":…,"tin":…,"location":…,"address":…,"district":…}\').',
  }),
  mistyped: (tin: string): Bilingual => ({
    sr: `Контролна цифра ПИБ-а ${tin} није исправна.`,
    en: `The check digit of TIN ${tin} is wrong.`,
  }),
  look: (): Bilingual => ({
    sr: 'Погледајте ПИБ на решењу Пореске управе и исправите га (kasirbox settings set company).',
    en: "Correct the TIN as the tax authority's decision states it (kasirbox settings set company).",
  }),
  other: (signed: string, set: string): Bilingual => ({
    sr: `Процесор издаје рачуне за ПИБ ${signed}, а у подешавањима је ПИБ ${set}.`,
    en: `The processor signs receipts for TIN ${signed}, but the settings have TIN ${set}.`,
  }),
  changeCard: (): Bilingual => ({
    sr: 'Ставите картицу или сертификат ове радње, или исправите податке о продавцу; ако не знате шта од тога, одмах позовите сервисера.',
    en: 'Use the card or certificate of this shop, or correct the company details; if you do not know which, call a technician at once.',
  }),
  good: (name: string): Bilingual => ({ sr: `Продавац: ${name}.`, en: `Company: ${name}.` }),
} as const;

interface FiscalDeps {
  readonly pfr: () => Pfr;
}

/** Production with the demo processor: no receipt is issued until a fiscal processor is configured (decision 62). */
export const fiscalCheck = defineCheck({
  name: 'fiscal',
  consequence: 'not-fiscal',
  alarmAfterPolls: null,
  guide: {
    symptom: {
      sr: 'Ниједан рачун се не издаје; на страницама црвена трака',
      en: 'No receipts are issued; red bar on the pages',
    },
    cause: { sr: 'фискални процесор није подешен', en: 'no fiscal processor is set' },
    command: "kasirbox settings set pfr.production '{…}'",
  },
  inhibits: ['pfr'],
  run({ pfr }: FiscalDeps) {
    const { environment, mode, findings } = pfr().status();
    if (environment !== 'production' || PFR_TRAITS[mode].issuesRealReceipts) return [];
    return findings.map(({ found, action, command }) => ({
      ...failure(found, action, inBoth(`${environment} ${mode}`)),
      ...(command !== undefined && { command }),
    }));
  },
});

interface ApprovalDeps {
  readonly settings: Pick<Settings, 'approval' | 'esirNumber'>;
}

/**
 * Compares the version of the program, which is on every receipt, with the one for which a person has confirmed the
 * approval of the tax authority. An update changes it. A program without an approval has nothing to confirm.
 */
export const approvalCheck = defineCheck({
  name: 'approval',
  consequence: 'receipts',
  alarmAfterPolls: 2,
  isForTechnician: true,
  guide: {
    symptom: { sr: 'Упозорење approval', en: 'Warning approval' },
    cause: {
      sr: 'верзија програма је промењена, а није потврђено да одобрење важи за њу',
      en: 'the software version has changed, and the approval is not confirmed for it',
    },
    command: 'kasirbox esir accept NUMBER',
  },
  run({ settings: { approval, esirNumber } }: ApprovalDeps) {
    if (approval.number === NO_ESIR_NUMBER) return [];
    if (approval.version === approval.confirmed) return [good(APPROVAL_TEXTS.confirmed(esirNumber))];
    return [warning(APPROVAL_TEXTS.unconfirmed(esirNumber, approval), APPROVAL_TEXTS.confirm(esirNumber, approval))];
  },
});

const APPROVAL_TEXTS = {
  confirmed: (esirNumber: string): Bilingual => ({
    sr: `Потврђено је да одобрење важи за ЕСИР број ${esirNumber}.`,
    en: `It is confirmed that the approval covers ESIR number ${esirNumber}.`,
  }),
  unconfirmed: (esirNumber: string, { confirmed }: Approval): Bilingual =>
    confirmed === null
      ? {
          sr: `ЕСИР број на рачунима је ${esirNumber}, а није потврђено да одобрење важи за ту верзију.`,
          en: `Receipts carry ESIR number ${esirNumber}, but it is not confirmed that the approval covers this version.`,
        }
      : {
          sr: `ЕСИР број на рачунима је сада ${esirNumber}, а одобрење је потврђено за верзију ${confirmed}.`,
          en: `Receipts now carry ESIR number ${esirNumber}, but the approval was confirmed for version ${confirmed}.`,
        },
  confirm: (esirNumber: string, { version }: Approval): Bilingual => ({
    sr: `Погледајте одобрење Пореске управе. Ако важи за верзију ${version}, притисните „Одобрење важи” у „Стање”, или: kasirbox esir accept ${esirNumber}. Ако не важи, вратите верзију за коју важи.`,
    en: `Check the approval of the tax authority. If it covers version ${version}, press “The approval covers” on the page Status, or run: kasirbox esir accept ${esirNumber}. If not, return to the version that it covers.`,
  }),
} as const;
