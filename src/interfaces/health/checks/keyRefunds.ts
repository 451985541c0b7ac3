import type { KeyUse } from '../../../shop/access/index.js';
import type { Bilingual } from '../../../base/index.js';
import { defineCheck, warning } from '../check.js';

interface Parts {
  /** Every API key with the data for judging its use. */
  readonly keyUses: () => readonly KeyUse[];
}

/** An API key with far more refunds than before: it may be used to take money from the till. */
export const keyRefundsCheck = defineCheck({
  name: 'key-refunds',
  consequence: 'misuse',
  alarmAfterPolls: 2,
  run({ keyUses }: Parts) {
    return keyUses().flatMap(({ key: { id, label }, unusualRefunds }) => {
      if (unusualRefunds === undefined) return [];
      const { refunds, usual, isNew } = unusualRefunds;
      const found = (isNew ? TEXTS.manyOfNew : TEXTS.many)(id, label, refunds);
      return [warning(found, TEXTS.judge(id), TEXTS.usual(usual))];
    });
  },
});

/** Without amounts, because technicians read this too. `kasirbox keys list` shows them. */
const TEXTS = {
  usual: (refunds: number | null): Bilingual =>
    refunds === null
      ? { sr: 'нема ранијих дана за поређење', en: 'no days before to compare with' }
      : {
          sr: `ранијих дана у просеку ${refunds.toFixed(1).replace('.', ',')}`,
          en: `mean day before: ${refunds.toFixed(1)} refunds`,
        },
  many: (id: number, label: string, count: number): Bilingual => ({
    sr: `API кључем ${id} („${label}”) у последња 24 сата издате су рефундације: ${count}. То је много више него раније.`,
    en: `API key ${id} ("${label}") has issued ${count} refunds in the last 24 hours, far more than before.`,
  }),
  manyOfNew: (id: number, label: string, count: number): Bilingual => ({
    sr: `API кључем ${id} („${label}”) у последња 24 сата издате су рефундације: ${count}. То је необично много за нов кључ.`,
    en: `API key ${id} ("${label}") has issued ${count} refunds in the last 24 hours. That is unusually many; it is too new to compare with itself.`,
  }),
  judge: (id: number): Bilingual => ({
    sr: `Погледајте те рачуне. Ако су ваши, притисните „У реду је” у „Стање”, или: kasirbox keys accept ${id}. Ако нису, опозовите кључ: kasirbox keys revoke ${id}`,
    en: `Look at these receipts. If they are yours, run: kasirbox keys accept ${id}. If not, run: kasirbox keys revoke ${id}`,
  }),
} as const;
