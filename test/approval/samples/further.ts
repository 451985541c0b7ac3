import type { Invoice } from '../answers.js';
import { advanceLine, BUYER, CASHIER, PERSON, SALE } from '../goods.js';
import { type Maker, referring, type Sample } from './sample.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const TRANSFER = 'WireTransfer';

/** `YYYY-MM-DD 14:00:00` of yesterday. */
export function yesterday(): string {
  return `${new Date(Date.now() - DAY_MS).toISOString().slice(0, 10)} 14:00:00`;
}

export const OPTIONAL_FIELD: Sample = {
  ...{ name: '16-opciono-polje', title: 'Промет Продаја са опционим пољем купца', source: 'РТ стр. 22; стр. 37, 21e' },
  make: (maker) => maker.issue({ ...SALE, buyerId: BUYER, buyerCostCenterId: '20:123456789', tendered: 200 }),
};

/** Every label of the shop, one of them on two lines; one item has a GTIN (page 37, 21d). */
export const FIVE_LINES: Sample = {
  ...{
    name: '17-pet-stavki',
    title: 'Пет артикала са више пореских стопа; један има GTIN',
    source: 'РТ стр. 21; стр. 37, 21d, 21h',
  },
  make: (maker) =>
    maker.issue({
      items: [
        { name: 'Ceđeni Sok', unit: 'л', quantity: 10, unitPrice: 34.99, label: 'Ђ', gtin: '8600123456788' },
        { name: 'Хлеб Сава', unit: 'ком', quantity: 1, unitPrice: 40, label: 'Е' },
        { name: 'Zimska salama', unit: 'кг', quantity: 0.258, unitPrice: 1259.1, label: 'Ђ' },
        { name: 'Поштарина', unit: 'ком', quantity: 1, unitPrice: 120, label: 'Г' },
        { name: 'Књига', unit: 'ком', quantity: 2, unitPrice: 990, label: 'Е' },
      ],
      cashier: CASHIER,
    }),
};

export const ROUNDING: Sample = {
  ...{ name: '18-zaokruzivanje', title: 'Заокруживање цена и износа', source: 'РТ стр. 16; стр. 37, 21i' },
  make: (maker) =>
    maker.issue({
      items: [
        { name: 'Артикал А', quantity: 1, unitPrice: 5.1, label: 'Ђ' },
        { name: 'Артикал Б', quantity: 1, unitPrice: 10.267, label: 'Ђ' },
        { name: 'Артикал Ц', quantity: 1, unitPrice: 20.143, label: 'Ђ' },
        { name: 'Мерени 1', unit: 'кг', quantity: 0.123, unitPrice: 9.9, label: 'Е' },
        { name: 'Мерени 2', unit: 'кг', quantity: 0.123, unitPrice: 9.95, label: 'Е' },
      ],
      cashier: CASHIER,
    }),
};

export const ESIR_TIME: Sample = {
  ...{
    name: '19-avans-esir-vreme',
    title: 'Аванс Продаја плаћена вирмански дан раније',
    source: 'РТ стр. 37, 21c; ТУ 9.2',
  },
  make: (maker) =>
    maker.issue({
      ...{ invoiceType: 'Advance', items: [advanceLine('Ђ', 3000)], cashier: CASHIER, buyerId: BUYER },
      payments: [{ paymentType: TRANSFER, amount: 3000 }],
      dateAndTimeOfIssue: yesterday(),
    }),
};

export const ALL_PAYMENTS: Sample = {
  ...{ name: '20-svi-nacini-placanja', title: 'Рачун са свим начинима плаћања', source: 'РТ стр. 37, 21g; ТУ 10.П7' },
  make: (maker) =>
    maker.issue({
      items: [{ name: 'Бојлер', unit: 'ком', quantity: 1, unitPrice: 7000, label: 'Ђ' }],
      cashier: CASHIER,
      payments: ['Cash', 'Card', 'Check', TRANSFER, 'Voucher', 'MobileMoney', 'Other'].map((paymentType) => ({
        paymentType,
        amount: 1000,
      })),
    }),
};

/** The advances of the Technical Instruction, page 41: two of 1.750.000, and goods of 6.800.000. */
export const ADVANCE_1: Sample = {
  ...{ name: '21-avans-1', title: 'Први аванс по две стопе', source: 'ТУ 9.1.1, стр. 41' },
  make: (maker) => maker.issue(advanceOf1750000()),
};

export const ADVANCE_2: Sample = {
  ...{ name: '22-avans-2', title: 'Други аванс позива се на први', source: 'ТУ 9.1.1, стр. 41' },
  make: async (maker) => maker.issue({ ...advanceOf1750000(), ...referring(await maker.of(ADVANCE_1)) }),
};

function advanceOf1750000() {
  return {
    ...{ invoiceType: 'Advance', cashier: CASHIER, buyerId: BUYER },
    items: [advanceLine('Е', 1_500_000), advanceLine('Ђ', 250_000)],
    payments: [{ paymentType: TRANSFER, amount: 1_750_000 }],
    adText: '* Стан бр. 12 (87.6) 6.000.000,00\n* Паркинг место бр. 124 800.000,00',
  };
}

function closing(maker: Maker): Promise<{ readonly refund: Invoice; readonly final: Invoice }> {
  return maker.stage.once('closing of page 41', async () =>
    maker.close(await maker.of(ADVANCE_2), {
      items: [
        { name: 'Стан бр. 12 (87.6)', quantity: 1, unitPrice: 6_000_000, label: 'Е' },
        { name: 'Паркинг место бр. 124', quantity: 1, unitPrice: 800_000, label: 'Ђ' },
      ],
      cashier: CASHIER,
      restPayments: [{ paymentType: TRANSFER, amount: 3_300_000 }],
    }),
  );
}

export const CLOSING_REFUND: Sample = {
  ...{ name: '23-avans-refundacija', title: 'Аванс Рефундација свих аванса', source: 'ТУ 9.1.1, стр. 41' },
  make: async (maker) => (await closing(maker)).refund,
};

export const CLOSING_SALE: Sample = {
  ...{
    name: '24-konacni-racun',
    title: 'Промет Продаја која затвара аванс',
    source: 'РТ стр. 37, 21b; ТУ 9.1.1, стр. 41',
  },
  make: async (maker) => (await closing(maker)).final,
};

export const VOIDED: Sample = {
  ...{ name: '25-ponistavanje', title: 'Поништавање погрешног рачуна', source: 'ТУ 9.3' },
  make: async (maker) => {
    const items = [{ name: 'Пардон штапићи', unit: 'ком', quantity: 400_000, unitPrice: 30, label: 'Ђ' }];
    const wrong = await maker.issue({ items, cashier: CASHIER });
    return maker.refund(wrong, { buyerId: `10:${OWN_TIN}`, cashier: CASHIER });
  },
};

/** PIB of the stand-in's taxpayer. */
export const OWN_TIN = '100000049';

export const CARD_SALE: Sample = {
  ...{ name: '26-korporacijska-kartica', title: 'Продаја на корпорацијску картицу', source: 'ТУ 9.4' },
  make: (maker) =>
    maker.issue({
      items: [{ name: 'Бензин БМБ', unit: 'л', quantity: 10, unitPrice: 150, label: 'Ђ' }],
      ...{ cashier: CASHIER, buyerId: BUYER, buyerCostCenterId: '50:66666666' },
      payments: [{ paymentType: 'Voucher', amount: 1500 }],
    }),
};

export const VOUCHER: Sample = {
  ...{ name: '27-jednonamenski-vaucer', title: 'Једнонаменски ваучер', source: 'ТУ 9.5' },
  make: (maker) =>
    maker.issue({
      items: [{ name: '20: Једнонаменски ваучер', quantity: 1, unitPrice: 6000, label: 'Ђ' }],
      cashier: CASHIER,
    }),
};

const TV_SALE: Sample = {
  ...{ name: '28-televizor', title: 'Продаја која се рефундира готовином', source: 'ТУ 9.6' },
  make: (maker) =>
    maker.issue({
      items: [{ name: 'Color TV Sony', unit: 'ком', quantity: 1, unitPrice: 7000, label: 'Ђ' }],
      cashier: CASHIER,
    }),
};

export const CASH_REFUND: Sample = {
  ...{ name: '29-povracaj-novca', title: 'Промет Рефундација при повраћају готовине', source: 'ТУ 9.6' },
  make: async (maker) => maker.refund(await maker.of(TV_SALE), { buyerId: PERSON, cashier: CASHIER }),
};

export const SIGNED_COPY: Sample = {
  ...{ name: '30-kopija-sa-potpisom', title: 'Копија Рефундација са потписом купца', source: 'ТУ 9.6' },
  make: async (maker) => maker.copy(await maker.of(CASH_REFUND)),
};

export const FREE_OF_CHARGE: Sample = {
  ...{ name: '31-bez-naknade', title: 'Промет без накнаде', source: 'ТУ 9.7' },
  make: (maker) =>
    maker.issue({
      items: [{ name: '00: Хаљина', quantity: 1, unitPrice: 6000, label: 'Ђ' }],
      cashier: CASHIER,
      payments: [{ paymentType: 'Other', amount: 6000 }],
      adText: '*Промет без накнаде',
    }),
};

/** What the authority asks for besides the fifteen, and the samples of chapter 9. */
export const FURTHER: readonly Sample[] = [
  OPTIONAL_FIELD,
  FIVE_LINES,
  ROUNDING,
  ESIR_TIME,
  ALL_PAYMENTS,
  ADVANCE_1,
  ADVANCE_2,
  CLOSING_REFUND,
  CLOSING_SALE,
  VOIDED,
  CARD_SALE,
  VOUCHER,
  TV_SALE,
  CASH_REFUND,
  SIGNED_COPY,
  FREE_OF_CHARGE,
];
