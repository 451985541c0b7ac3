import type { Words } from '../../base/words.js';

/** What is said of what the owner sets. */
export const TEXTS = {
  labelsGood: (labels: string): Words => ({
    sr: `Активне пореске ознаке: ${labels}.`,
    en: `Active tax labels: ${labels}.`,
  }),
  labelsNone: (): Words => ({
    sr: 'Ниједна пореска ознака није активна; рачуни се не издају.',
    en: 'No tax label is active; no receipts are issued.',
  }),
  activateLabel: (): Words => ({
    sr: 'Активирајте бар једну пореску ознаку.',
    en: 'Run: kasirbox settings set taxLabels \'[{"label":…,"name":…,"rate":…,"active":true}]\'',
  }),
  companyUnset: (): Words => ({
    sr: 'Подаци о продавцу нису унети.',
    en: 'The company is not set; receipts carry the demo one.',
  }),
  setCompany: (): Words => ({
    sr: 'Унесите податке о продавцу.',
    en: 'Run: kasirbox settings set company \'{"name":…,"tin":…,"location":…,"address":…,"district":…}\'',
  }),
  companyOther: (signed: string, set: string): Words => ({
    sr: `Процесор издаје рачуне за ПИБ ${signed}, а у подешавањима је ПИБ ${set}.`,
    en: `The processor signs for TIN ${signed}, but the settings say ${set}.`,
  }),
  changeCard: (): Words => ({
    sr: 'Одмах позовите сервисера: у процесору је туђа картица, или подаци о продавцу нису тачни.',
    en: 'Put the right card or certificate in, or set the right company.',
  }),
  companyGood: (name: string): Words => ({ sr: `Продавац: ${name}.`, en: `Company: ${name}.` }),
  keysGood: (count: number): Words => ({ sr: `Активних API кључева: ${count}.`, en: `Active API keys: ${count}.` }),
  keysNone: (): Words => ({ sr: 'Нема ниједног активног API кључа.', en: 'There is no active API key.' }),
  createKey: (): Words => ({ sr: 'Направите API кључ.', en: 'Run: kasirbox keys create --label NAME' }),
} as const;
