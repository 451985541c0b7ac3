import type { Texts } from './texts.js';

export const REFUND = {
  what: { sr: 'Шта се враћа?', en: 'What is returned?' },
  all: { sr: 'Врати све', en: 'Give all back' },
  returned: { sr: 'Враћа се: {name}', en: 'Returned: {name}' },
  ofQuantity: { sr: 'највише {quantity} {unit} по {price}', en: 'at most {quantity} {unit} at {price}' },
  allBefore: { sr: 'већ је све враћено', en: 'all of it was returned before' },
  quantityFault: { sr: 'Од 0 до {quantity}', en: 'From 0 to {quantity}' },
  less: { sr: 'Мање: {name}', en: 'Less: {name}' },
  more: { sr: 'Више: {name}', en: 'More: {name}' },
  wholeAdvance: { sr: 'Враћа се цео аванс.', en: 'The whole advance is given back.' },
  before: { sr: 'Већ је рефундирано: {total}', en: 'Refunded before: {total}' },
  earlier: { sr: '{amount}, {when}, рачун {number}', en: '{amount}, {when}, receipt {number}' },
  againAsk: {
    sr: 'Са овог рачуна је купцу већ враћен новац. Проверите горе шта је враћено. Заиста вратити још?',
    en: 'Money was already returned for this receipt. Check above what was returned. Return more?',
  },
  submitAgain: { sr: 'Да, рефундирај још {total}', en: 'Yes, refund {total} more' },
  nothingLeft: { sr: 'Све са овог рачуна је већ рефундирано.', en: 'All of this receipt was refunded before.' },
  tooMuch: {
    sr: 'С овог рачуна може да се врати још највише {total}.',
    en: 'Of this receipt at most {total} can still be given back.',
  },
  changed: {
    sr: 'У међувремену је са овог рачуна већ нешто рефундирано. Погледајте шта је остало и изаберите поново.',
    en: 'Meanwhile something of this receipt was refunded elsewhere. Look at what is left, and choose again.',
  },
  sum: { sr: 'Купцу се враћа', en: 'The buyer gets back' },
  sumDocument: { sr: 'Износ рефундације', en: 'Amount of the refund' },
  noMoney: {
    sr: 'Ово није фискални рачун, па се купцу не враћа новац.',
    en: 'This is not a fiscal receipt, so the buyer gets no money back.',
  },
  void: { sr: 'Поништи рефундацију', en: 'Void the refund' },
  voidAsk: {
    sr: 'Погрешна рефундација {number} на {amount} поништава се новом рефундацијом у целини, са ПИБ-ом продавца {tin} као купцем. Новац који купац није требало да добије наплатите од њега. Затим издајте исправну рефундацију рачуна продаје.',
    en: 'The wrong refund {number} of {amount} is voided by a new refund of all of it, with the PIB of the shop, {tin}, as its buyer. Take back from the buyer the money that was given by mistake. Then issue the right refund of the sale.',
  },
  voided: { sr: 'Ова рефундација је поништена.', en: 'This refund was voided.' },
  voidNoTin: {
    sr: 'Уређај не зна ПИБ продавнице. Унесите га у Подешавања › Фирма.',
    en: 'The box does not know the PIB of the shop. Enter it in Settings › Company.',
  },
  copyForSignature: {
    sr: 'Купац је добио готовину: издајте копију рефундације, коју он потписује. Потписана копија остаје у продавници.',
    en: 'The buyer got cash: issue a copy of the refund, which the buyer signs. The signed copy stays in the shop.',
  },
  issueCopy: { sr: 'Издај копију за потпис', en: 'Issue the copy to sign' },
  asPaid: { sr: 'као што је плаћено', en: 'as it was paid' },
  paidBy: { sr: 'Новац се враћа', en: 'The money is returned' },
  who: { sr: 'Коме се враћа?', en: 'Who gets it back?' },
  why: {
    sr: 'По пропису се код рефундације уписује број документа купца, или ПИБ ако је купац фирма. Питајте купца за документ.',
    en: 'By law a refund names a document of the buyer, or the PIB of a company. Ask the buyer for it.',
  },
  submit: { sr: 'Рефундирај {total}', en: 'Refund {total}' },
  giveBack: { sr: 'Вратите купцу {amount} {how}.', en: 'Give the buyer {amount} {how}.' },
} satisfies Texts;
