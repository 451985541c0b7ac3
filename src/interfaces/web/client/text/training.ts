import type { Texts } from './texts.js';

/** Training of a till (Pravilnik on kinds of fiscal receipts, article 2: `рачун обуке`). */
export const TRAINING = {
  begin: { sr: 'Обука', en: 'Training' },
  question: {
    sr: 'Каса прелази у обуку: издаје само рачуне обуке, који нису фискални рачуни. Отворени и одложени рачуни чекају крај обуке. Док обука траје, ништа се не продаје купцима.',
    en: 'The till goes into training: it makes training receipts only, which are not fiscal receipts. Open and parked bills wait for the end of the training. While it lasts, nothing is sold to buyers.',
  },
  beginNow: { sr: 'Почни обуку', en: 'Begin the training' },
  first: {
    sr: 'Обука може да почне кад се сазна исход рачуна који се проверавају.',
    en: 'The training can begin once the outcome of the receipts that are being checked is known.',
  },
  banner: {
    sr: 'ОБУКА. Ово није продаја: рачуни нису фискални.',
    en: 'TRAINING. This is no sale: receipts are not fiscal.',
  },
  end: { sr: 'Заврши обуку', en: 'End the training' },
  endQuestion: {
    sr: 'Каса се враћа на праву продају. Рачун из обуке се одбацује, а рачуни од пре обуке се враћају.',
    en: 'The till returns to real sales. The bill of the training is dropped, and the bills from before it come back.',
  },
  other: {
    sr: 'Каса је у обуци коју је започео други корисник: {name}.',
    en: 'The till is in a training that another user began: {name}.',
  },
  otherHint: {
    sr: 'Пре праве продаје завршите обуку.',
    en: 'End the training before a real sale.',
  },
  continue: { sr: 'Настави обуку', en: 'Continue the training' },
  doneSale: { sr: 'Рачун обуке је издат', en: 'The training receipt is made' },
  doneRefund: { sr: 'Рефундација обуке је издата', en: 'The training refund is made' },
  noReceipt: {
    sr: 'Рачун обуке није фискални рачун. Не дајте га купцу. Новац се не прима и не враћа.',
    en: 'A training receipt is not a fiscal receipt. Do not give it to a buyer. No money is taken or returned.',
  },
  realReceipt: {
    sr: 'Ово није рачун обуке. Завршите обуку, па га поново нађите.',
    en: 'This is no training receipt. End the training, then find it again.',
  },
} satisfies Texts;
