import { type Language, LANGUAGES, type Bilingual } from '../../../base/index.js';

/** The languages of the helper page: in its address, and as shown. */
export const HELPER_LANGUAGES: Readonly<Record<Language, { readonly code: string; readonly name: string }>> = {
  'sr-Cyrl': { code: 'cyr', name: 'Ћир' },
  'sr-Latn': { code: 'lat', name: 'Lat' },
  en: { code: 'en', name: 'Eng' },
};

/** The language with this code; by default Serbian in Cyrillic. */
export function languageOf(code: string | null): Language {
  return LANGUAGES.find((language) => HELPER_LANGUAGES[language].code === code) ?? 'sr-Cyrl';
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
