import { advanceLine, BREAD, BUYER, CASHIER, JUICE, SALAMI, SALE } from '../goods.js';
import { referring, type Sample } from './sample.js';

const WITH_BUYER = { ...SALE, buyerId: BUYER };
/** 714,75: the sale of page 32. */
const LARGE = {
  items: [JUICE, { ...BREAD, name: 'Hleb Sava' }, SALAMI],
  cashier: CASHIER,
  payments: [
    { paymentType: 'Cash', amount: 414.75 },
    { paymentType: 'Card', amount: 300 },
  ],
  tendered: 500,
};
/** The advances of pages 30, 31 and 36, with the lines that the Technical Instruction (9.1.1) demands in place of the goods. */
const LARGE_ADVANCE = { ...LARGE, items: [advanceLine('Ђ', 674.75), advanceLine('Е', 40)], invoiceType: 'Advance' };

export const NORMAL_SALE: Sample = {
  ...{
    name: '01-promet-prodaja-kupac',
    title: 'Промет Продаја са идентификацијом купца',
    source: 'РТ стр. 22; ТУ 17.П1',
  },
  make: (maker) => maker.issue({ ...WITH_BUYER, tendered: 200 }),
};

export const NORMAL_REFUND: Sample = {
  ...{
    name: '02-promet-refundacija-kupac',
    title: 'Промет Рефундација са идентификацијом купца',
    source: 'РТ стр. 23; ТУ 17.П2',
  },
  make: async (maker) =>
    maker.refund(await maker.of(NORMAL_SALE), { cashier: CASHIER, payments: [{ paymentType: 'Cash', amount: 389.9 }] }),
};

export const COPY_SALE: Sample = {
  ...{
    name: '03-kopija-prodaja-kupac',
    title: 'Копија Продаја са идентификацијом купца',
    source: 'РТ стр. 24; ТУ 17.П3',
  },
  make: async (maker) => maker.copy(await maker.of(NORMAL_SALE)),
};

export const COPY_REFUND: Sample = {
  ...{
    name: '04-kopija-refundacija-kupac',
    title: 'Копија Рефундација са идентификацијом купца и линијом за потпис',
    source: 'РТ стр. 25; ТУ 17.П4, 9.6',
  },
  make: async (maker) => maker.copy(await maker.of(NORMAL_REFUND)),
};

export const PRO_FORMA_SALE: Sample = {
  ...{
    name: '05-predracun-prodaja-kupac',
    title: 'Предрачун Продаја са идентификацијом купца',
    source: 'РТ стр. 26; ТУ 17.П5',
  },
  make: (maker) => maker.issue({ ...WITH_BUYER, invoiceType: 'ProForma' }),
};

export const PRO_FORMA_REFUND: Sample = {
  ...{
    name: '06-predracun-refundacija-kupac',
    title: 'Предрачун Рефундација са идентификацијом купца',
    source: 'РТ стр. 27; ТУ 17.П6',
  },
  make: async (maker) => {
    const original = referring(await maker.of(PRO_FORMA_SALE));
    return maker.issue({ ...WITH_BUYER, ...original, invoiceType: 'ProForma', transactionType: 'Refund' });
  },
};

export const TRAINING_SALE: Sample = {
  ...{
    name: '07-obuka-prodaja-kupac',
    title: 'Обука Продаја са идентификацијом купца',
    source: 'РТ стр. 28; ТУ 17.П7',
  },
  make: (maker) => maker.issue({ ...WITH_BUYER, invoiceType: 'Training', tendered: 200 }),
};

export const TRAINING_REFUND: Sample = {
  ...{
    name: '08-obuka-refundacija-kupac',
    title: 'Обука Рефундација са идентификацијом купца',
    source: 'РТ стр. 29; ТУ 17.П8',
  },
  make: async (maker) => {
    const original = referring(await maker.of(TRAINING_SALE));
    return maker.issue({ ...WITH_BUYER, ...original, invoiceType: 'Training', transactionType: 'Refund' });
  },
};

export const ADVANCE_SALE: Sample = {
  ...{
    name: '09-avans-prodaja-kupac',
    title: 'Аванс Продаја са идентификацијом купца',
    source: 'РТ стр. 30; ТУ 17.П9',
  },
  make: (maker) => maker.issue({ ...LARGE_ADVANCE, buyerId: BUYER }),
};

export const ADVANCE_REFUND: Sample = {
  ...{
    name: '10-avans-refundacija-kupac',
    title: 'Аванс Рефундација са идентификацијом купца',
    source: 'РТ стр. 31; ТУ 17.П10',
  },
  make: async (maker) => {
    const cash = [{ paymentType: 'Cash', amount: 714.75 }];
    return maker.refund(await maker.of(ADVANCE_SALE), { cashier: CASHIER, payments: cash });
  },
};

export const PLAIN_SALE: Sample = {
  ...{ name: '11-promet-prodaja', title: 'Промет Продаја', source: 'РТ стр. 32; ТУ 17.П11' },
  make: (maker) => maker.issue(LARGE),
};

export const PLAIN_COPY: Sample = {
  ...{ name: '12-kopija-prodaja', title: 'Копија Продаја', source: 'РТ стр. 33; ТУ 17.П12' },
  make: async (maker) => maker.copy(await maker.issue({ ...SALE, tendered: 200 })),
};

export const PLAIN_PRO_FORMA: Sample = {
  ...{ name: '13-predracun-prodaja', title: 'Предрачун Продаја', source: 'РТ стр. 34; ТУ 17.П13' },
  make: (maker) => maker.issue({ ...SALE, invoiceType: 'ProForma' }),
};

export const PLAIN_TRAINING: Sample = {
  ...{ name: '14-obuka-prodaja', title: 'Обука Продаја', source: 'РТ стр. 35; ТУ 17.П14' },
  make: (maker) => maker.issue({ ...SALE, invoiceType: 'Training', tendered: 200 }),
};

export const PLAIN_ADVANCE: Sample = {
  ...{ name: '15-avans-prodaja', title: 'Аванс Продаја', source: 'РТ стр. 36; ТУ 17.П15' },
  make: (maker) => maker.issue(LARGE_ADVANCE),
};

/** The kinds of the questionnaire, in its order. */
export const FIFTEEN: readonly Sample[] = [
  NORMAL_SALE,
  NORMAL_REFUND,
  COPY_SALE,
  COPY_REFUND,
  PRO_FORMA_SALE,
  PRO_FORMA_REFUND,
  TRAINING_SALE,
  TRAINING_REFUND,
  ADVANCE_SALE,
  ADVANCE_REFUND,
  PLAIN_SALE,
  PLAIN_COPY,
  PLAIN_PRO_FORMA,
  PLAIN_TRAINING,
  PLAIN_ADVANCE,
];
