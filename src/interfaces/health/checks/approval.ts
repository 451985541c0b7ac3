import { type Bilingual, NO_ESIR_NUMBER } from '../../../base/index.js';
import type { Approval, Settings } from '../../../shop/settings/index.js';
import { defineCheck, good, warning } from '../check.js';

interface Parts {
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
  run({ settings: { approval, esirNumber } }: Parts) {
    if (approval.number === NO_ESIR_NUMBER) return [];
    if (approval.version === approval.confirmed) return [good(TEXTS.confirmed(esirNumber))];
    return [warning(TEXTS.unconfirmed(esirNumber, approval), TEXTS.confirm(esirNumber, approval))];
  },
});

const TEXTS = {
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
