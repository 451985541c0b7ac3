import type { Bilingual } from '../../../base/index.js';
import type { Settings } from '../../../shop/settings/index.js';
import { type CheckFinding, defineCheck, good, warning } from '../check.js';

interface Deps {
  readonly settings: Pick<Settings, 'secrets'>;
}

/** Passwords, tokens, secret addresses and PAC: whether they can be used, and whether others may know them. */
export const secretsCheck = defineCheck({
  name: 'secrets',
  consequence: 'security',
  alarmAfterPolls: 2,
  guide: {
    symptom: {
      sr: 'Е-пошта или процесор траже лозинку поново',
      en: 'E-mail or the processor asks for a password again',
    },
    cause: { sr: 'тајне се не могу прочитати', en: 'secrets cannot be read' },
    command: 'kasirbox settings show',
  },
  run({ settings }: Deps) {
    const { areSet, lost, exposed, formerlyExposed, canStore } = settings.secrets;
    const findings: CheckFinding[] = [];
    if (lost.length > 0) findings.push(warning(TEXTS.lost(lost), TEXTS.setAnew(lost)));
    if (!canStore) findings.push(warning(TEXTS.noKey(), TEXTS.checkFolder()));
    if (exposed.length > 0) findings.push(warning(TEXTS.exposed(exposed), TEXTS.change(exposed)));
    if (formerlyExposed.length > 0) findings.push(good(TEXTS.formerly(formerlyExposed)));
    return findings.length === 0 && areSet ? [good(TEXTS.good())] : findings;
  },
});

type Names = readonly string[];

/** Commands such as `kasirbox settings set mail - …`, each setting once. */
function commands(names: Names): string {
  const settings = new Set(names.map((name) => name.slice(0, name.lastIndexOf('.'))));
  return [...settings].map((name) => `kasirbox settings set ${name} -`).join(', ');
}

const TEXTS = {
  good: (): Bilingual => ({
    sr: 'Тајне у подешавањима су шифроване.',
    en: 'The secrets of the settings are encrypted.',
  }),
  lost: (names: Names): Bilingual => ({
    sr: `Тајне се не могу прочитати, јер недостаје кључ уређаја: ${names.join(', ')}.`,
    en: `The secrets cannot be read because the key of the box is missing: ${names.join(', ')}.`,
  }),
  setAnew: (names: Names): Bilingual => ({
    sr: `Унесите их поново: ${commands(names)}; или вратите датотеку secrets/settings.key и поново покрените сервис.`,
    en: `Enter them again: ${commands(names)}; or restore the file secrets/settings.key and restart.`,
  }),
  noKey: (): Bilingual => ({
    sr: 'Кључ за тајне (secrets/settings.key) не може да се прочита ни направи: нове тајне се не могу сачувати.',
    en: 'The key for secrets (secrets/settings.key) can be neither read nor created: new secrets cannot be stored.',
  }),
  checkFolder: (): Bilingual => ({
    sr: 'Проверите диск и власника фасцикле secrets, па поново покрените сервис.',
    en: 'Check the disk and the owner of the folder secrets, then restart.',
  }),
  exposed: (names: Names): Bilingual => ({
    sr: `Старије издање је тајне уписало у дневник нешифроване: ${names.join(', ')}. Зна их ко је добио дневник или резервну копију са кодом.`,
    en: `An earlier release wrote secrets to the ledger unencrypted: ${names.join(', ')}. Anyone who received the ledger, or a backup with its code, knows them.`,
  }),
  change: (names: Names): Bilingual => ({
    sr: `Промените их тамо где су издате, па унесите нове: ${commands(names)}.`,
    en: `Change them where they were issued, then enter the new ones: ${commands(names)}.`,
  }),
  formerly: (names: Names): Bilingual => ({
    sr: `У дневнику старијег издања стоје нешифроване раније тајне: ${names.join(', ')}. Ако тамо где су издате још важе, поништите их.`,
    en: `The ledger of an earlier release contains previous secrets unencrypted: ${names.join(', ')}. If they are still valid where they were issued, revoke them.`,
  }),
} as const;
