import type { Texts } from './texts.js';

export const BUYER = {
  kind: { sr: 'Документ купца', en: 'Buyer’s document' },
  value: { sr: 'Број', en: 'Number' },
  others: { sr: 'Остало…', en: 'Other…' },
  same: { sr: 'Као на рачуну: {id}', en: 'As on the receipt: {id}' },
  own: { sr: 'Купца нема: поништавам погрешан рачун', en: 'No buyer: void a receipt issued by mistake' },
  ownHint: {
    sr: 'Само кад је рачун издат грешком, а купац није ту. Уписује се ПИБ продавнице, {tin}, и поништава се цео рачун.',
    en: 'Only for a receipt issued by mistake, when the buyer is not present. The shop’s TIN, {tin}, is entered, and the whole receipt is voided.',
  },
  wrongTin: {
    sr: 'Такав ПИБ не постоји: једна цифра је погрешна. Упишите га поново.',
    en: 'This TIN does not exist: one digit is wrong. Type it again.',
  },
  wrongJmbg: {
    sr: 'Такав ЈМБГ не постоји: једна цифра је погрешна. Упишите га поново.',
    en: 'This JMBG does not exist: one digit is wrong. Type it again.',
  },
  digits9: { sr: 'Упишите ПИБ: тачно 9 цифара.', en: 'Type the TIN: exactly 9 digits.' },
  digits12: { sr: 'Упишите БПГ: тачно 12 цифара.', en: 'Type the BPG: exactly 12 digits.' },
  digits13: { sr: 'Упишите ЈМБГ: тачно 13 цифара.', en: 'Type the JMBG: exactly 13 digits.' },
  publicSector: {
    sr: 'Упишите ПИБ, две тачке и ЈБКЈС, на пример 100000049:12345.',
    en: 'Type the TIN, a colon and the JBKJS, for example 100000049:12345.',
  },
  document: {
    sr: 'Упишите број са документа: цифре и слова енглеске абецеде, највише 17.',
    en: 'Type the document number: digits and English letters, at most 17.',
  },
  optional: { sr: 'Опционо поље купца', en: 'Optional buyer field' },
  optionalNone: { sr: 'Нема', en: 'None' },
  optionalHint: {
    sr: 'Само кад купац покаже потврду или корпорацијску картицу.',
    en: 'Only if the buyer shows a certificate or a corporate card.',
  },
  optionalValue: { sr: 'Ознака са документа', en: 'Document number' },
  optionalFault: {
    sr: 'Упишите ознаку са документа: слова и цифре без размака, највише 47.',
    en: 'Type the document number: letters and digits without spaces, at most 47.',
  },
} satisfies Texts;

/** Names of the codes of the optional field (code book of buyer ids). */
export const OPTIONAL_FIELD_NAMES = {
  '20': { sr: 'СНПДВ, број обрасца', en: 'SNPDV, form number' },
  '21': { sr: 'ЛНПДВ, број обрасца', en: 'LNPDV, form number' },
  '30': { sr: 'ППО-ПДВ, број овере', en: 'PPO-PDV, certificate number' },
  '31': { sr: 'ЗППО-ПДВ, број овере', en: 'ZPPO-PDV, certificate number' },
  '32': { sr: 'МППО-ПДВ, број овере', en: 'MPPO-PDV, certificate number' },
  '33': { sr: 'ИППО-ПДВ, број овере', en: 'IPPO-PDV, certificate number' },
  '50': { sr: 'Корпорацијска картица, број', en: 'Corporate card, number' },
} satisfies Texts;

/** Names of the buyer codes (Technical Instruction for ESIR, 9.8). */
export const BUYER_NAMES = {
  '10': { sr: 'ПИБ фирме', en: 'Company TIN (PIB)' },
  '11': { sr: 'ЈМБГ', en: 'JMBG (personal number)' },
  '12': { sr: 'ПИБ:ЈБКЈС, јавни сектор', en: 'TIN:JBKJS, public sector' },
  '13': { sr: 'Пензионерска картица', en: 'Pensioner’s card' },
  '14': { sr: 'ПИБ пољопривредника', en: 'Farmer’s TIN' },
  '15': { sr: 'ЈМБГ пољопривредника', en: 'Farmer’s JMBG' },
  '16': { sr: 'БПГ, број газдинства', en: 'BPG (farm number)' },
  '20': { sr: 'Лична карта', en: 'Identity card' },
  '21': { sr: 'Избегличка легитимација', en: 'Refugee card' },
  '22': { sr: 'ЕБС, странац са боравком', en: 'EBS (foreign resident)' },
  '23': { sr: 'Пасош Србије', en: 'Serbian passport' },
  '30': { sr: 'Страни пасош', en: 'Foreign passport' },
  '31': { sr: 'Дипломатска легитимација', en: 'Diplomatic card' },
  '32': { sr: 'Лична карта С. Македоније', en: 'Identity card of North Macedonia' },
  '33': { sr: 'Лична карта Црне Горе', en: 'Identity card of Montenegro' },
  '34': { sr: 'Лична карта Албаније', en: 'Identity card of Albania' },
  '35': { sr: 'Лична карта БиХ', en: 'Identity card of Bosnia and Herzegovina' },
  '36': {
    sr: 'Лична карта ЕУ, Швајцарске, Норвешке или Исланда',
    en: 'Identity card of the EU, Switzerland, Norway or Iceland',
  },
  '40': { sr: 'Страни порески број', en: 'Foreign tax number' },
} satisfies Texts;
