import { type Bilingual, latin } from '../../../base/index.js';

/** The languages of the helper page, as in its address. */
export const HELPER_LANGUAGES = { cyr: 'Ћир', lat: 'Lat', en: 'Eng' } as const;
export type HelperLanguage = keyof typeof HELPER_LANGUAGES;

/** A text in one language. */
export function inWords({ sr, en }: Bilingual, language: HelperLanguage): string {
  return language === 'en' ? en : language === 'lat' ? latin(sr) : sr;
}

export function isHelperLanguage(text: string | null): text is HelperLanguage {
  return text !== null && Object.hasOwn(HELPER_LANGUAGES, text);
}

/** Texts of the helper page. */
export const HELPER = {
  title: { sr: 'Повежите овај уређај са касом', en: 'Connect this device to the till' },
  intro: {
    sr: 'Каса и овај уређај разговарају шифровано. Да би јој уређај веровао, једном му треба дати њен сертификат.',
    en: 'The till and this device talk encrypted. For the device to trust it, it must once be given its certificate.',
  },
  devices: { sr: 'Врста уређаја', en: 'Kind of device' },
  languages: { sr: 'Језик', en: 'Language' },
  step: { sr: 'Корак', en: 'Step' },
  download: { sr: 'Преузми сертификат', en: 'Download the certificate' },
  check: { sr: 'Да ли уређај верује каси?', en: 'Does the device trust the till?' },
  checking: { sr: 'Проверавам…', en: 'Checking…' },
  trusted: { sr: 'Да, све је спремно.', en: 'Yes, all is set.' },
  untrusted: {
    sr: 'Још не. Прођите кораке изнад, па проверите поново.',
    en: 'Not yet. Go through the steps above, then check again.',
  },
  noScript: {
    sr: 'После корака отворите касу. Ако прегледач упозори на безбедност, уређај јој још не верује.',
    en: 'After the steps open the till. If the browser warns about security, the device does not trust it yet.',
  },
  again: { sr: 'Провери поново', en: 'Check again' },
  open: { sr: 'Отвори касу', en: 'Open the till' },
  fingerprint: { sr: 'Отисак сертификата (SHA-256)', en: 'Fingerprint of the certificate (SHA-256)' },
  compare: {
    sr: 'Исти отисак је на листићу који штампа штампач. Ако се разликује, не инсталирајте сертификат.',
    en: 'The ticket that the printer of the till prints has the same one. If it differs, do not install the certificate.',
  },
  other: { sr: 'Сертификат у облику PEM', en: 'The certificate as PEM' },
} as const satisfies Readonly<Record<string, Bilingual>>;
