/** What the checks sell: the goods of the tax authority's samples, and requests that many checks use. */
export interface Line {
  readonly name: string;
  readonly unit?: string;
  readonly quantity: number;
  readonly unitPrice: number;
  readonly label: string;
  readonly gtin?: string;
}

/** A request of `POST /invoices`. */
export interface Request {
  readonly items: readonly Line[];
  readonly [field: string]: unknown;
}

/** The goods of the manual procedure, pages 22 to 36. */
export const JUICE: Line = { name: 'Ceđeni Sok', unit: 'л', quantity: 10, unitPrice: 34.99, label: 'Ђ' };
export const BREAD: Line = { name: 'Хлеб Сава', unit: 'ком', quantity: 1, unitPrice: 40, label: 'Е' };
export const SALAMI: Line = { name: 'Zimska salama', unit: 'кг', quantity: 0.258, unitPrice: 1259.1, label: 'Ђ' };

/** A PIB with a right check digit: the samples have 123456789 and 512345678, which no company can have. */
export const BUYER = '10:123456788';
/** The number of an identity card, for refunds to a person. */
export const PERSON = '20:0023456';
export const CASHIER = 'Техничар';

/** 389,90: the sale of pages 22 to 29 and 33 to 35. */
export const SALE: Request = {
  items: [JUICE, BREAD],
  cashier: CASHIER,
  payments: [
    { paymentType: 'Cash', amount: 189.9 },
    { paymentType: 'Card', amount: 200 },
  ],
};

/** A line of an advance by its label (Technical Instruction, 9.1.1). */
export function advanceLine(label: 'Ђ' | 'Е' | 'Г' | 'А', unitPrice: number): Line {
  const number = { Ђ: 10, Е: 11, Г: 12, А: 13 }[label];
  return { name: `${number}: Аванс (${label})`, quantity: 1, unitPrice, label };
}

/** A sale of one line of 150,00 in cash. */
export const COFFEE: Request = {
  items: [{ name: 'Кафа', quantity: 1, unitPrice: 150, label: 'Ђ' }],
  cashier: CASHIER,
};
