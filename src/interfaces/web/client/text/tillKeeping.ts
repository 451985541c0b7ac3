import type { Texts } from './texts.js';

/** Messages of a till about the storage of this device. */
export const TILL_KEEPING = {
  nothing: {
    sr: 'Овај уређај не може да сачува продају, па се рачун не шаље: после прекида нико не би знао да ли је издат. Ослободите простор на уређају, затворите остале прозоре или га поново покрените.',
    en: 'This device cannot store the sale, so the receipt is not requested: after an interruption it would not be known whether it was issued. Free some space on the device, close other windows, or restart the device.',
  },
  requests: {
    sr: 'Овај уређај чува само рачун који се издаје. Отворени и одложени рачуни губе се ако се страница затвори. Ослободите простор на уређају или га поново покрените.',
    en: 'This device stores only the receipt that is being issued. Open and parked bills are lost if the page is closed. Free some space on the device or restart it.',
  },
  unread: {
    sr: 'Не може да се прочита шта је каса на овом уређају сачувала: отворени рачун, одложени рачуни и рачун који се можда још проверава. Не наплаћујте ништа поново.',
    en: 'The data the till stored on this device cannot be read: the open bill, parked bills, and possibly a receipt that is still being checked. Do not charge anything again.',
  },
  unreadHint: {
    sr: 'Покушајте поново или поново покрените уређај. Ако не помогне, у „Рачуни” проверите да ли је последња продаја издата, па продајте даље без сачуваног.',
    en: 'Try again or restart the device. If that does not help, check in “Receipts” whether the last sale was issued, then continue selling without the stored data.',
  },
  without: { sr: 'Продај даље без сачуваног', en: 'Continue without the stored data' },
  withoutQuestion: {
    sr: 'Отворени и одложени рачуни на овом уређају се губе. Да ли сте проверили последњу продају?',
    en: 'Open and parked bills on this device are lost. Have you checked the last sale?',
  },
  waiting: {
    sr: 'Скенирано за следећег купца: {count}. Биће на његовом рачуну чим се овај заврши.',
    en: 'Scanned for the next buyer: {count}. They go on the next bill as soon as this one is finished.',
  },
  takeWaiting: { sr: 'Додај на овај рачун', en: 'Add to this bill' },
  dropWaiting: { sr: 'Одбаци скенирано', en: 'Discard what was scanned' },
  begunBy: { sr: 'Овај рачун је отворио други касир: {name}.', en: 'Another cashier opened this bill: {name}.' },
} satisfies Texts;

/** Messages of a till about the fiscal card, without which nothing can be sold. Payment cards are unrelated. */
export const TILL_CARD = {
  pin: { sr: 'Фискална картица чека ПИН.', en: 'The fiscal card is waiting for its PIN.' },
  card: {
    sr: 'У читачу нема фискалне картице која може да се користи.',
    en: 'There is no usable fiscal card in the reader.',
  },
  newCard: { sr: 'Фискална картица је закључана.', en: 'The fiscal card is blocked.' },
  look: { sr: 'Фискална картица не може да се користи.', en: 'The fiscal card cannot be used.' },
  noReceipts: { sr: 'Рачуни се не издају док се то не реши.', en: 'No receipts are issued until this is resolved.' },
  callOwner: { sr: 'Позовите власника или сервисера.', en: 'Call the owner or a technician.' },
  toStatus: { sr: 'Погледај стање', en: 'See Status' },
} satisfies Texts;

/** Training of a till (Pravilnik on kinds of fiscal receipts, article 2: `рачун обуке`). */
export const TRAINING = {
  begin: { sr: 'Обука', en: 'Training' },
  question: {
    sr: 'Каса прелази у обуку: издаје само рачуне обуке, који нису фискални рачуни. Отворени и одложени рачуни чекају крај обуке. Док обука траје, ништа се не продаје купцима.',
    en: 'The till switches to training: it issues only training receipts, which are not fiscal receipts. Open and parked bills wait until training ends. During training, nothing is sold to buyers.',
  },
  beginNow: { sr: 'Почни обуку', en: 'Start training' },
  first: {
    sr: 'Обука може да почне кад се сазна исход рачуна који се проверавају.',
    en: 'Training can start when the outcome of the receipts being checked is known.',
  },
  banner: {
    sr: 'ОБУКА. Ово није продаја: рачуни нису фискални.',
    en: 'TRAINING. This is not a sale: receipts are not fiscal.',
  },
  end: { sr: 'Заврши обуку', en: 'End training' },
  endQuestion: {
    sr: 'Каса се враћа на праву продају. Рачун из обуке се одбацује, а рачуни од пре обуке се враћају.',
    en: 'The till returns to real sales. The training bill is discarded, and the bills from before training come back.',
  },
  other: {
    sr: 'Каса је у обуци коју је започео други корисник: {name}.',
    en: 'The till is in training started by another user: {name}.',
  },
  otherHint: {
    sr: 'Пре праве продаје завршите обуку.',
    en: 'End training before a real sale.',
  },
  continue: { sr: 'Настави обуку', en: 'Continue training' },
  doneSale: { sr: 'Рачун обуке је издат', en: 'Training receipt issued' },
  doneRefund: { sr: 'Рефундација обуке је издата', en: 'Training refund issued' },
  noReceipt: {
    sr: 'Рачун обуке није фискални рачун. Не дајте га купцу. Новац се не прима и не враћа.',
    en: 'A training receipt is not a fiscal receipt. Do not give it to a buyer. No money is taken or returned.',
  },
  realReceipt: {
    sr: 'Ово није рачун обуке. Завршите обуку, па га поново нађите.',
    en: 'This is not a training receipt. End training, then find it again.',
  },
} satisfies Texts;
