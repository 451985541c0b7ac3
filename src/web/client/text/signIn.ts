import type { Texts } from './texts.js';

export const SIGN_IN = {
  title: { sr: 'Пријава', en: 'Sign in' },
  name: { sr: 'Име', en: 'Name' },
  password: { sr: 'Лозинка', en: 'Password' },
  pin: { sr: 'ПИН', en: 'PIN' },
  submit: { sr: 'Пријави се', en: 'Sign in' },
  wrong: { sr: 'Име и лозинка се не слажу.', en: 'Name and password do not belong together.' },
  wrongPin: { sr: 'ПИН није тачан.', en: 'The PIN is wrong.' },
  whoSells: { sr: 'Ко продаје?', en: 'Who is selling?' },
  somebodyElse: { sr: 'Неко други', en: 'Somebody else' },
  forgotten: { sr: 'Заборављена лозинка', en: 'Forgotten password' },
  recoveryHint: {
    sr: 'Унесите код за опоравак који је приказан када је уређај преузет. На самом уређају лозинку мења: kasirbox users password',
    en: 'Type the recovery code that was shown when the box was claimed. On the box itself: kasirbox users password',
  },
  recoveryCode: { sr: 'Код за опоравак', en: 'Recovery code' },
  newPassword: { sr: 'Нова лозинка (најмање 8 знакова)', en: 'New password (at least 8 characters)' },
  wrongCode: { sr: 'Код није тачан.', en: 'The code is wrong.' },
  setPassword: { sr: 'Постави лозинку', en: 'Set the password' },
  writeDown: {
    sr: 'Запишите нови код за опоравак и чувајте га на сигурном. Приказује се само сада.',
    en: 'Write down the new recovery code and keep it safe. It is shown only now.',
  },
  writtenDown: { sr: 'Записао сам код', en: 'I have written it down' },
} satisfies Texts;
