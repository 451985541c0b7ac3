import type { Texts } from './texts.js';

export const CLAIM = {
  title: { sr: 'Нов уређај', en: 'A new box' },
  hint: {
    sr: 'Код за преузимање је на листићу који штампач штампа при укључењу.',
    en: 'The claim code is on the ticket that a printer prints at power-up.',
  },
  service: {
    sr: 'За сервисера, без штампача: код приказује',
    en: 'For technicians, without a printer: the code is shown by',
  },
  code: { sr: 'Код за преузимање', en: 'Claim code' },
  name: { sr: 'Ваше име', en: 'Your name' },
  password: { sr: 'Лозинка (најмање 8 знакова)', en: 'Password (at least 8 characters)' },
  again: { sr: 'Лозинка још једном', en: 'The password again' },
  different: { sr: 'Лозинке нису исте.', en: 'The passwords differ.' },
  wrong: { sr: 'Код није тачан.', en: 'The code is wrong.' },
  submit: { sr: 'Преузми уређај', en: 'Claim the box' },
  badName: { sr: 'Име је обавезно, до 50 знакова.', en: 'A name is needed, of up to 50 characters.' },
  badSecret: {
    sr: 'Лозинка мора имати 8 до 128 знакова и не сме бити име.',
    en: 'The password must have 8 to 128 characters and not be the name.',
  },
  claimed: { sr: 'Уређај већ има власника.', en: 'The box has an owner already.' },
} satisfies Texts;
