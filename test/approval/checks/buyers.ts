import { type Invoice, refusalOf, valueOf } from '../answers.js';
import { BUYER, COFFEE } from '../goods.js';
import type { Check } from '../trial.js';

const WITH_BUYER = { ...COFFEE, buyerId: BUYER };
const VOUCHER = { payments: [{ paymentType: 'Voucher', amount: 150 }] };

const buyerForm: Check = async (trial) => {
  const invoice = await trial.issue(WITH_BUYER);
  trial.rows(invoice, `ИД купца: ${BUYER}`);
  for (const buyerId of ['10:12', '10:ABCDEFGHI', '11:123']) {
    await trial.forbids(`купац ${buyerId}`, { ...COFFEE, buyerId });
  }
  await trial.refuses('шифра ван шифарника', { ...COFFEE, buyerId: '99:123' });
  await trial.atPage('till', async (page) => {
    await page.getByRole('button', { name: /^Кафа/ }).first().click();
    await page.getByRole('button', { name: 'Наплати', exact: true }).click();
    await page
      .getByRole('button', { name: /Рачун на купца|Купац/ })
      .first()
      .click();
    await page.getByLabel('Број', { exact: true }).fill('12');
    await page.getByRole('button', { name: 'Примени' }).click();
    await trial.shows('каса тражи девет цифара', page.getByText(/тачно 9 цифара/));
  });
};

const optionalCodes: Check = async (trial) => {
  for (const [field, more] of [
    ['20:123456789', {}],
    ['21:123456789', {}],
    ['30:099999999', {}],
    ['33:099999999', {}],
    ['50:66666666', VOUCHER],
  ] as const) {
    const invoice = await trial.issue({ ...WITH_BUYER, ...more, buyerCostCenterId: field });
    trial.rows(invoice, `Опционо поље купца: ${field}`);
    trial.same(`${field}: упозорења`, (invoice.warnings ?? []).length, 0);
  }
  await trial.forbids('поље ван шифарника', { ...WITH_BUYER, buyerCostCenterId: 'нешто' });
};

const optionalKinds: Check = async (trial) => {
  const items = [{ name: '10: Аванс (Ђ)', quantity: 1, unitPrice: 150, label: 'Ђ' }];
  const advance = { ...WITH_BUYER, items, invoiceType: 'Advance', buyerCostCenterId: '30:099999999' };
  await trial.forbids('опционо поље на авансу', advance);
  await trial.forbids('60: на продаји', { ...WITH_BUYER, buyerCostCenterId: '60:01112026_30112026' });
};

const optionalNeedsBuyer: Check = async (trial) => {
  const invoice = await trial.issue({ ...COFFEE, buyerCostCenterId: '30:099999999' });
  trial.same('без ИД купца поље није на рачуну', valueOf(invoice, 'Опционо поље купца'), undefined);
  trial.holds('API упозорава', (invoice.warnings ?? []).length > 0);
};

/** All codes of the code book with a value that they can have. */
const BUYERS = [
  ...['10:123456788', '11:0101990710008', '12:123456788:54321', '13:1234567', '14:123456788', '15:0101990710008'],
  ...['16:123456789012', '20:0023456', '21:123456', '22:123456789', '23:0123456', '30:AB123456', '31:D123456'],
  ...['32:M123456', '33:C123456', '34:A123456', '35:B123456', '36:EU123456', '40:DE123456789'],
];

const buyerCodes: Check = async (trial) => {
  for (const buyerId of BUYERS) {
    const invoice = await trial.issue({ ...COFFEE, buyerId });
    trial.same(`${buyerId} је на рачуну`, valueOf(invoice, 'ИД купца'), buyerId);
    const rules = (invoice.warnings ?? []).map(({ rule }) => rule);
    trial.same(`${buyerId}: упозорења`, rules, []);
  }
  await trial.atPage('till', async (page) => {
    await page.getByRole('button', { name: /^Кафа/ }).first().click();
    await page.getByRole('button', { name: 'Наплати', exact: true }).click();
    await page
      .getByRole('button', { name: /Рачун на купца|Купац/ })
      .first()
      .click();
    const kinds = page.getByLabel('Документ купца');
    await kinds.selectOption({ label: 'Остало…' });
    for (const name of ['БПГ, број газдинства', 'ЕБС, странац са боравком', 'Страни порески број']) {
      trial.holds(`каса нуди „${name}”`, (await kinds.locator('option', { hasText: name }).count()) > 0);
    }
  });
};

const publicBuyer: Check = async (trial) => {
  const invoice = await trial.issue({ ...COFFEE, buyerId: '12:123456788:54321' });
  trial.rows(invoice, 'ИД купца: 12:123456788:54321');
  trial.same('упозорења', (invoice.warnings ?? []).length, 0);
};

const publicSeller: Check = async (trial) => {
  const invoice: Invoice = await trial.issue({ ...COFFEE, cashier: '10:54321' });
  trial.rows(invoice, 'Касир: 10:54321');
};

const refundNeedsBuyer: Check = async (trial) => {
  const sale = await trial.issue(COFFEE);
  const reply = await trial.call('POST', `/invoices/${sale.uuid}/refund`, {});
  trial.same('рефундација без купца', reply.status, 422);
  trial.holds('порука тражи купца', /купц/i.test(refusalOf(reply).message), refusalOf(reply).message);
  await trial.atPage(`receipts/${sale.uuid}`, async (page) => {
    await page.getByRole('button', { name: 'Рефундирај', exact: true }).click();
    await page.getByRole('button', { name: 'Врати све' }).click();
    await page.getByRole('button', { name: /^Рефундирај \d/ }).click();
    await trial.shows('страница тражи документ купца', page.getByText(/Упишите/));
    await trial.picture(page, 'рефундација тражи купца');
  });
};

export const BUYER_CHECKS: Readonly<Record<string, Check>> = {
  P12: buyerForm,
  P13: optionalCodes,
  P14: optionalKinds,
  P15: optionalNeedsBuyer,
  A22: refundNeedsBuyer,
  A24: buyerCodes,
  A25: publicBuyer,
  A26: publicSeller,
};
