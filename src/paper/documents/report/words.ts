import type { Bilingual } from '../../../base/index.js';

/** Texts of a printed report. */
export const REPORT = {
  title: { sr: 'Извештај о промету', en: 'Turnover report' },
  shop: { sr: 'Продавац', en: 'Seller' },
  tin: { sr: 'ПИБ: {tin}', en: 'PIB: {tin}' },
  period: { sr: 'Период', en: 'Period' },
  span: { sr: '{from} – {to}', en: '{from} – {to}' },
  madeAt: { sr: 'Састављен: {time}', en: 'Made: {time}' },
  sandbox: { sr: 'ПРОБНО ОКРУЖЕЊЕ: РАЧУНИ НИСУ ФИСКАЛНИ', en: 'SANDBOX: RECEIPTS ARE NOT FISCAL' },
  turnover: { sr: 'Промет', en: 'Turnover' },
  receipts: { sr: 'Рачуна', en: 'Receipts' },
  refunds: { sr: 'Рефундација', en: 'Refunds' },
  refunded: { sr: 'Враћено купцима', en: 'Returned to buyers' },
  closedAdvances: { sr: 'Затворени аванси ({count})', en: 'Advances closed ({count})' },
  day: { sr: 'Дан', en: 'Day' },
  month: { sr: 'Месец', en: 'Month' },
  label: { sr: 'Пореска ознака', en: 'Tax label' },
  rate: { sr: 'Стопа', en: 'Rate' },
  payment: { sr: 'Начин плаћања', en: 'Payment' },
  amount: { sr: 'Износ', en: 'Amount' },
  cashier: { sr: 'Касир', en: 'Cashier' },
  tax: { sr: 'Порез', en: 'Tax' },
  totalTax: { sr: 'Укупан износ пореза', en: 'Total tax' },
  item: { sr: 'Артикал', en: 'Item' },
  advance: { sr: 'Аванс', en: 'Advance' },
  unit: { sr: 'Ј. м.', en: 'Unit' },
  quantity: { sr: 'Количина', en: 'Quantity' },
  total: { sr: 'Укупно', en: 'Total' },
  nothing: { sr: 'У овом периоду нема промета.', en: 'There is no turnover in this period.' },
  more: { sr: 'Осталих: {count}', en: 'Others: {count}' },
  others: { sr: 'Остали', en: 'Others' },
  tooMany: {
    sr: 'Период има {receipts} рачуна; артикли се сабирају до {most}. Изаберите краћи период.',
    en: 'The period has {receipts} receipts; items are added up for at most {most}. Choose a shorter period.',
  },
  rule: {
    sr: 'Рачунају се издати рачуни промета и аванса; рефундације се одузимају, а број рачуна их обухвата. Предрачуни, копије и обука се не рачунају. Сви износи су у динарима (RSD).',
    en: 'Normal and advance receipts count, refunds are subtracted, and are in the number of receipts. Pro-forma, copies and training do not count. All amounts are in dinars (RSD).',
  },
} as const satisfies Readonly<Record<string, Bilingual>>;

/** Names of the payment types in English; the Serbian ones are those of the receipts. */
export const PAYMENT_NAMES_EN = {
  Other: 'Other non-cash',
  Cash: 'Cash',
  Card: 'Card',
  Check: 'Cheque',
  WireTransfer: 'Bank transfer',
  Voucher: 'Voucher',
  MobileMoney: 'Instant payment',
} as const;
