import type { Bilingual } from '../../base/index.js';
import { SETTING_NAMES } from './client/text/settingsForms.js';

/**
 * Display names of a member of a setting, an item or a request, by the last part of its path. Sentences of the box use
 * the API names; people know the members by these names.
 */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  account: 'Налог',
  active: 'У продаји',
  address: 'Адреса',
  alarms: 'Јави кварове',
  auth: 'Пријава на сервер',
  autoPrint: 'Штампај сваки рачун',
  bankAccount: 'Текући рачун',
  baud: 'Брзина серијског порта',
  buyerId: 'Купац',
  ca: 'Сертификат издаваоца',
  cashier: 'Касир',
  catalogue: 'Листа артикала',
  category: 'Категорија',
  chat: 'Разговор или канал',
  city: 'Место',
  code: 'Код',
  codePages: 'Кодне странице',
  credentials: 'Кључ корисника',
  copies: 'Примерака',
  cp852: 'Кодна страница 852',
  cp855: 'Кодна страница 855',
  cut: 'Сечење папира',
  cutter: 'Секач папира',
  day: 'Дан',
  decimals: 'Децимале',
  district: 'Општина',
  dots: 'Ширина главе у тачкама',
  dpi: 'Густина штампе',
  drawer: 'Фиока',
  email: 'Е-пошта',
  enabled: 'Укључено',
  environment: 'Окружење',
  events: 'Догађаји',
  everyHours: 'На колико сати',
  fingerprint: 'Отисак кључа',
  folder: 'Фасцикла',
  footer: 'Текст на крају рачуна',
  from: 'Пошиљалац',
  gtin: 'Бар-код (GTIN)',
  host: 'Сервер',
  'iso-8859-5': 'Кодна страница ISO 8859-5',
  itemDigits: 'Цифара шифре',
  items: 'Ставке',
  keep: 'Колико копија се чува',
  key: 'Место кључа',
  kind: 'Врста',
  label: 'Пореска ознака',
  language: 'Језик штампача',
  leading: 'Цифре на почетку',
  link: 'Веза за проверу рачуна',
  location: 'Пословни простор',
  locationName: 'Пословни простор',
  logo: 'Логотип',
  maxAgeHours: 'Најстарије (сати)',
  maxCount: 'Највише на чекању',
  maxWaiting: 'Највише на чекању',
  mode: 'Начин рада',
  name: 'Назив',
  number: 'Број',
  pac: 'PAC',
  password: 'Лозинка',
  personalData: 'Подаци о купцима',
  phone: 'Телефон',
  pin: 'ПИН',
  pinBody: 'ПИН у телу захтева',
  plain: 'Без шифровања',
  plu: 'Шифра (PLU)',
  port: 'Порт',
  prefix: 'Почетак кода',
  price: 'Цена са ПДВ',
  printReceipts: 'Штампај рачуне из реда',
  printSlip: 'Штампај листић о чекању',
  printer: 'Штампач',
  quietMinutes: 'Исти квар не јављај чешће од (минута)',
  rate: 'Стопа',
  reason: 'Разлог',
  receipts: 'Јави сваки рачун',
  recordsPerSecond: 'Записа у секунди',
  registrationNumber: 'Матични број',
  role: 'Улога',
  secret: 'Тајна за потпис (whsec_…)',
  sellOnAfter: 'Следећи рачун најкасније после (s)',
  settings: 'Подешавања',
  settlingSale: 'Сам провери изгубљени рачун',
  signingLimit: 'Најдуже потписивање (s)',
  secure: 'Шифрована веза',
  subject: 'Тема',
  ticket: 'Листић при укључењу',
  timeout: 'Најдуже чекање на одговор (s)',
  tin: 'ПИБ',
  tls: 'TLS',
  to: 'Прималац',
  token: 'Токен',
  uid: 'Ознака картице',
  unit: 'Јединица мере',
  url: 'Адреса',
  user: 'Корисничко име',
  value: 'Вредност',
  valueDigits: 'Цифара вредности',
  version: 'Верзија',
  web: 'Веб-сајт',
  website: 'Веб-сајт',
  'windows-1250': 'Кодна страница Windows-1250',
  'windows-1251': 'Кодна страница Windows-1251',
  width: 'Ширина папира',
};

/** Members that have another name in one setting than in the others. */
const OF_SETTINGS: Readonly<Record<string, string>> = {
  'mail.password': 'Лозинка за пошту',
  'mail.user': 'Корисник',
  'notify.url': 'Адреса програма',
  'taxLabels.label': 'Слово',
  'taxLabels.name': 'Назив ознаке',
};

/** Display name of a setting; undefined for an unknown one. */
export function settingTitle(name: string): string | undefined {
  return Object.entries<Bilingual>(SETTING_NAMES).find(([known]) => known === name)?.[1].sr;
}

/**
 * Display name for a path such as `printers[0].address`, in a setting if one is given; the path itself when there is
 * none.
 */
export function displayNameOf(path: string, setting?: string): string {
  const [last = path] = path
    .replaceAll(/\[\d+\]/g, '')
    .split('.')
    .slice(-1);
  return OF_SETTINGS[`${setting}.${last}`] ?? FIELD_NAMES[last] ?? settingTitle(last) ?? path;
}
