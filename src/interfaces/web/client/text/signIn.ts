import type { Texts } from './texts.js';

export const SIGN_IN = {
  title: { sr: 'Пријава', en: 'Sign in' },
  password: { sr: 'Лозинка', en: 'Password' },
  pin: { sr: 'ПИН', en: 'PIN' },
  pinPad: { sr: 'Цифре', en: 'Digits' },
  clearPin: { sr: 'Обриши све', en: 'Clear all' },
  deleteDigit: { sr: 'Обриши последњу цифру', en: 'Delete the last digit' },
  submit: { sr: 'Пријави се', en: 'Sign in' },
  wrong: { sr: 'Име и лозинка се не слажу.', en: 'Wrong name or password.' },
  newSecret: {
    sr: 'Лозинка је промењена. Пријавите се новом лозинком.',
    en: 'The password was changed. Sign in with the new one.',
  },
  wrongPin: { sr: 'ПИН није тачан.', en: 'The PIN is wrong.' },
  cashiersByPin: {
    sr: 'Касири се пријављују ПИН-ом, на таблету на ком је власник дозволио продају.',
    en: 'Cashiers sign in with a PIN, on a tablet where the owner has allowed selling.',
  },
  whoSells: { sr: 'Ко продаје?', en: 'Who is selling?' },
  byPassword: { sr: 'Пријава лозинком (власник, сервисер)', en: 'Sign in with a password (owner, technician)' },
  toCashiers: { sr: 'Назад на касире', en: 'Back to cashiers' },
  forgotten: { sr: 'Заборављена лозинка', en: 'Forgotten password' },
  recoveryHint: {
    sr: 'Унесите код за заборављену лозинку, који је власник записао када је преузео уређај.',
    en: 'Type the password recovery code that the owner wrote down when claiming the box.',
  },
  recoveryService: { sr: 'За сервисера: лозинку мења', en: 'For technicians: change the password with' },
  recoveryCodeHint: {
    sr: 'Мала или велика слова, са цртицама или без њих. Слова која личе на 0 и 1 читају се као цифре.',
    en: 'Upper or lower case, with or without hyphens. Letters that look like 0 and 1 are read as digits.',
  },
  recoveryCode: { sr: 'Код за заборављену лозинку', en: 'Password recovery code' },
  newPassword: { sr: 'Нова лозинка (најмање 8 знакова)', en: 'New password (at least 8 characters)' },
  setPassword: { sr: 'Постави лозинку', en: 'Set the password' },
  writeDown: {
    sr: 'Овим кодом власник поставља нову лозинку ако стару заборави. Запишите га на папир и чувајте на сигурном месту. После потврде се више не приказује; нов се прави на страници Корисници.',
    en: 'With this code the owner sets a new password if the old one is forgotten. Write it down on paper and keep it in a safe place. Once confirmed, it is not shown again; you can create a new one on the page Users.',
  },
  noLetterO: {
    sr: 'Знак 0 је увек нула, а 1 јединица: у коду нема слова која на њих личе.',
    en: '0 is always zero and 1 is always one: the code has no letters that look like them.',
  },
  writtenDown: { sr: 'Код је записан', en: 'I have written the code down' },
} satisfies Texts;

export const CLAIM = {
  title: { sr: 'Нов уређај', en: 'A new box' },
  hint: {
    sr: 'Код за преузимање је на листићу који штампач штампа при укључењу.',
    en: 'The claim code is on the ticket that the printer prints at power-up.',
  },
  service: {
    sr: 'За сервисера, без штампача: код приказује',
    en: 'For technicians, without a printer: show the code with',
  },
  code: { sr: 'Код за преузимање', en: 'Claim code' },
  name: { sr: 'Ваше име', en: 'Your name' },
  again: { sr: 'Лозинка још једном', en: 'Repeat the password' },
  different: { sr: 'Лозинке нису исте.', en: 'The passwords do not match.' },
  submit: { sr: 'Преузми уређај', en: 'Claim the box' },
  claimed: { sr: 'Уређај већ има власника.', en: 'The box already has an owner.' },
} satisfies Texts;
