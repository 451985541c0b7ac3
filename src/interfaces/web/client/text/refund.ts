import type { Texts } from './texts.js';

export const REFUND = {
  what: { sr: 'Шта се враћа?', en: 'What is returned?' },
  all: { sr: 'Врати све', en: 'Return everything' },
  returned: { sr: 'Враћа се: {name}', en: 'Returned: {name}' },
  ofQuantity: { sr: 'највише {quantity} {unit} по {price}', en: 'at most {quantity} {unit} at {price}' },
  allBefore: { sr: 'већ је све враћено', en: 'everything has already been returned' },
  quantityFault: { sr: 'Од 0 до {quantity}', en: 'From 0 to {quantity}' },
  less: { sr: 'Мање: {name}', en: 'Less: {name}' },
  more: { sr: 'Више: {name}', en: 'More: {name}' },
  wholeAdvance: { sr: 'Враћа се цео аванс.', en: 'The whole advance is returned.' },
  before: { sr: 'Већ је рефундирано: {total}', en: 'Already refunded: {total}' },
  earlier: { sr: '{amount}, {when}, рачун {number}', en: '{amount}, {when}, receipt {number}' },
  againAsk: {
    sr: 'Са овог рачуна је купцу већ враћен новац. Проверите горе шта је враћено. Заиста вратити још?',
    en: 'Money has already been returned to the buyer for this receipt. Check above what was returned. Return more?',
  },
  submitAgain: { sr: 'Да, рефундирај још {total}', en: 'Yes, refund {total} more' },
  nothingLeft: {
    sr: 'Све са овог рачуна је већ рефундирано.',
    en: 'Everything on this receipt has already been refunded.',
  },
  tooMuch: {
    sr: 'С овог рачуна може да се врати још највише {total}.',
    en: 'At most {total} more can be returned for this receipt.',
  },
  changed: {
    sr: 'У међувремену је са овог рачуна већ нешто рефундирано. Погледајте шта је остало и изаберите поново.',
    en: 'Part of this receipt has been refunded in the meantime. Check what is left and choose again.',
  },
  sum: { sr: 'Купцу се враћа', en: 'The buyer gets back' },
  sumDocument: { sr: 'Износ рефундације', en: 'Refund amount' },
  noMoney: {
    sr: 'Ово није фискални рачун, па се купцу не враћа новац.',
    en: 'This is not a fiscal receipt, so the buyer gets no money back.',
  },
  void: { sr: 'Поништи рефундацију', en: 'Void the refund' },
  voidAsk: {
    sr: 'Погрешна рефундација {number} на {amount} поништава се новом рефундацијом у целини, са ПИБ-ом продавца {tin} као купцем. Новац који купац није требало да добије наплатите од њега. Затим издајте исправну рефундацију рачуна продаје.',
    en: 'The wrong refund {number} of {amount} is voided with a new refund of the whole amount, with the shop’s TIN, {tin}, as the buyer. Collect the money that the buyer should not have received. Then issue the correct refund of the sale.',
  },
  voided: { sr: 'Ова рефундација је поништена.', en: 'This refund has been voided.' },
  voidNoTin: {
    sr: 'Уређај не зна ПИБ продавнице. Унесите га у Подешавања › Фирма.',
    en: 'The box does not know the shop’s TIN. Enter it in Settings › Company.',
  },
  copyForSignature: {
    sr: 'Купац је добио готовину: издајте копију рефундације, коју он потписује. Потписана копија остаје у продавници.',
    en: 'The buyer received cash: issue a copy of the refund for the buyer to sign. The signed copy stays in the shop.',
  },
  issueCopy: { sr: 'Издај копију за потпис', en: 'Issue a copy to sign' },
  asPaid: { sr: 'као што је плаћено', en: 'as it was paid' },
  paidBy: { sr: 'Новац се враћа', en: 'Money is returned' },
  who: { sr: 'Коме се враћа?', en: 'Who gets the money back?' },
  why: {
    sr: 'По пропису се код рефундације уписује број документа купца, или ПИБ ако је купац фирма. Питајте купца за документ.',
    en: 'By law, a refund must state the buyer’s document number, or the TIN if the buyer is a company. Ask the buyer for the document.',
  },
  giveBack: { sr: 'Вратите купцу {amount} {how}.', en: 'Give the buyer {amount} {how}.' },
} satisfies Texts;
