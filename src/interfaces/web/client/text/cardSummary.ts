import type { Texts } from './texts.js';

/** Summary refund of the sales by corporate card (Technical Instruction for ESIR, 9.4). */
export const CARD_SUMMARY = {
  open: { sr: 'Збирна рефундација', en: 'Summary refund' },
  hint: {
    sr: 'Промет корпорацијским картицама једног купца у месецу рефундира се једним збирним рачуном, после рачуна по Закону о ПДВ.',
    en: 'The sales by corporate card to one buyer in a month are refunded by one summary receipt, after the invoice under the VAT Law.',
  },
  from: { sr: 'Од дана', en: 'From' },
  to: { sr: 'До дана', en: 'To' },
  period: {
    sr: 'Изаберите први и последњи дан у истом месецу.',
    en: 'Choose the first and the last day within one month.',
  },
  show: { sr: 'Прикажи промет', en: 'Show the sales' },
  none: {
    sr: 'У том периоду купац нема промет корпорацијском картицом (опционо поље 50, плаћено ваучером).',
    en: 'In that period the buyer has no sale by corporate card (optional field 50, paid by voucher).',
  },
  all: { sr: 'Све је већ рефундирано.', en: 'All of it was refunded before.' },
  found: {
    sr: 'Рачуна: {count}. Збирна рефундација се позива на последњи, {number}.',
    en: 'Receipts: {count}. The summary refund refers to the last one, {number}.',
  },
  before: { sr: 'Раније рефундације се одузимају:', en: 'Earlier refunds are deducted:' },
  tooMany: {
    sr: 'Збирна рефундација би имала више од {most} ставки. Изаберите краћи период.',
    en: 'The summary refund would have more than {most} lines. Choose a shorter period.',
  },
  submit: { sr: 'Рефундирај {total}', en: 'Refund {total}' },
} satisfies Texts;
