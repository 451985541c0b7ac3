import { type Bilingual, isTin } from '../../../base/index.js';
import type { Settings } from '../../../shop/settings/index.js';
import { defineCheck, good, warning } from '../check.js';

interface Parts {
  readonly settings: Pick<Settings, 'now'>;
  /** TIN for which the processor signs, from its last receipt; undefined while there is none. */
  readonly seller: () => string | undefined;
}

/** The seller in the settings. Receipts with the demo's seller do no harm: only a real processor has its own. */
export const companyCheck = defineCheck({
  name: 'company',
  consequence: 'receipts',
  alarmAfterPolls: null,
  run({ settings, seller }: Parts) {
    const { company } = settings.now;
    const signed = seller()?.replace(/\D/g, '');
    const proof = TEXTS.proof(company.tin, signed);
    const isSet = Number(company.tin) > 0;
    if (isSet && signed !== undefined && signed !== '' && signed !== company.tin) {
      return [warning(TEXTS.other(signed, company.tin), TEXTS.changeCard(), proof)];
    }
    // The settings refuse such a TIN now. An earlier release stored it, or the certificate of the shop contains it.
    if (isSet && !isTin(company.tin)) return [warning(TEXTS.mistyped(company.tin), TEXTS.look(), proof)];
    return [isSet ? good(TEXTS.good(company.name), proof) : warning(TEXTS.unset(), TEXTS.set(), proof)];
  },
});

const TEXTS = {
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
    sr: 'Погледајте ПИБ на решењу пореске управе и исправите га (kasirbox settings set company).',
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
