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
      en: 'the company is not set, or its TIN is wrong',
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
      : { sr: `подешен ${set}; на рачунима ${signed}`, en: `set ${set}; signed ${signed}` },
  unset: (): Bilingual => ({
    sr: 'Подаци о продавцу нису унети.',
    en: 'The company is not set; receipts carry the demo one.',
  }),
  set: (): Bilingual => ({
    sr: `Унесите податке о продавцу (kasirbox settings set company '{"name":…,"tin":…,"location":…,"address":…,"district":…}').`,
    en: 'Run: kasirbox settings set company \'{"name":…,"tin":…,"location":…,"address":…,"district":…}\'',
  }),
  mistyped: (tin: string): Bilingual => ({
    sr: `Контролна цифра ПИБ-а ${tin} није исправна.`,
    en: `The TIN ${tin} fails its check digit.`,
  }),
  look: (): Bilingual => ({
    sr: 'Погледајте ПИБ на решењу Пореске управе и исправите га (kasirbox settings set company).',
    en: 'Look at the TIN again, and run: kasirbox settings set company',
  }),
  other: (signed: string, set: string): Bilingual => ({
    sr: `Процесор издаје рачуне за ПИБ ${signed}, а у подешавањима је ПИБ ${set}.`,
    en: `The processor signs for TIN ${signed}, but the settings say ${set}.`,
  }),
  changeCard: (): Bilingual => ({
    sr: 'Ставите картицу или сертификат ове радње, или исправите податке о продавцу; ако не знате шта од тога, одмах позовите сервисера.',
    en: 'Put the right card or certificate in, or set the right company.',
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
      en: 'No receipt is issued; a red bar on the pages',
    },
    cause: { sr: 'фискални процесор није подешен', en: 'no processor is set for production' },
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
      en: 'the version of the program has changed, and the approval is not confirmed for it',
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
    en: `The approval is confirmed for ESIR number ${esirNumber}.`,
  }),
  unconfirmed: (esirNumber: string, { confirmed }: Approval): Bilingual =>
    confirmed === null
      ? {
          sr: `ЕСИР број на рачунима је ${esirNumber}, а није потврђено да одобрење важи за ту верзију.`,
          en: `Receipts carry ESIR number ${esirNumber}, and nobody has confirmed that the approval covers this version.`,
        }
      : {
          sr: `ЕСИР број на рачунима је сада ${esirNumber}, а одобрење је потврђено за верзију ${confirmed}.`,
          en: `Receipts now carry ESIR number ${esirNumber}, and the approval was confirmed for version ${confirmed}.`,
        },
  confirm: (esirNumber: string, { version }: Approval): Bilingual => ({
    sr: `Погледајте одобрење Пореске управе. Ако важи за верзију ${version}, притисните „Одобрење важи” у „Стање”, или: kasirbox esir accept ${esirNumber}. Ако не важи, вратите верзију за коју важи.`,
    en: `Look at the approval of the tax authority. If it covers version ${version}, run: kasirbox esir accept ${esirNumber}. If not, go back to the version that it covers.`,
  }),
} as const;
