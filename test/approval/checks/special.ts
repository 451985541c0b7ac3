import { type Invoice, valueOf } from '../answers.js';
import { BUYER, CASHIER, COFFEE, type Request } from '../goods.js';
import { add, nameBuyer } from '../stage/pages.js';
import { CARD_SALE, FREE_OF_CHARGE, VOUCHER } from '../samples/further.js';
import { likeSample, sampleCheck } from '../samples/check.js';
import { referring } from '../samples/sample.js';
import type { Check } from '../trial.js';

const CARD = { ...COFFEE, buyerId: BUYER, buyerCostCenterId: '50:66666666' };

const corporateCard: Check = sampleCheck([CARD_SALE], async (trial) => {
  await trial.forbids('50: са готовином', CARD);
  await trial.atPage('till', async (page) => {
    await add(page, /^Бензин/);
    await page.getByRole('textbox', { name: /^Количина/ }).fill('10');
    await page.getByRole('dialog').getByRole('button', { name: 'Додај' }).click();
    await page.getByRole('button', { name: 'Наплати', exact: true }).click();
    await nameBuyer(page, BUYER, '50', '66666666');
    await page.getByRole('button', { name: /тачно/ }).click();
    await trial.shows('каса тражи ваучер', page.getByText(/корпорацијском картицом/));
    await page.getByRole('button', { name: 'Ваучер' }).click();
    await trial.shows('рачун је издат', page.getByText('Рачун је издат'));
  });
  await likeSample(trial, CARD_SALE);
});

/** The days of this month up to today, `ddmmyyyy_ddmmyyyy`. */
function thisMonth(): string {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Belgrade' }).format(new Date());
  const [year = '', month = '', day = ''] = today.split('-');
  return `01${month}${year}_${day}${month}${year}`;
}

const summaryRefund: Check = async (trial) => {
  // A buyer without other sales by card: the summary returns exactly what was sold.
  const buyerId = '10:101670560';
  const petrol = { name: 'Бензин БМБ', unit: 'л', quantity: 10, unitPrice: 150, label: 'Ђ' };
  const sale: Request = { ...CARD, buyerId, items: [petrol], payments: [{ paymentType: 'Voucher', amount: 1500 }] };
  await trial.issue(sale);
  await trial.issue({ ...sale, buyerCostCenterId: '50:77777777' });
  const last: Invoice = await trial.issue(sale);
  const field = `60:${thisMonth()}`;
  const request: Request = {
    items: [{ ...petrol, quantity: 30 }],
    ...{ transactionType: 'Refund', buyerId, buyerCostCenterId: field, cashier: CASHIER },
    ...{ payments: [{ paymentType: 'Voucher', amount: 4500 }], ...referring(last) },
  };
  const shop = await trial.shop();
  const refund = await shop.during('refundGuard', 'refuse', () => trial.issue(request));
  trial.rows(refund, `Опционо поље купца: ${field}`, `Реф. број: ${last.pfr.invoiceNumber}`, 'Ваучер: 4.500,00');
  trial.same(
    'упозорења',
    (refund.warnings ?? []).map(({ rule }) => rule),
    [],
  );
  await trial.atPage('receipts', async (page) => {
    const action = page
      .getByRole('button', { name: /Збирна рефундација/i })
      .or(page.getByRole('link', { name: /Збирна рефундација/i }));
    await action.first().click();
    await trial.shows('страница има збирну рефундацију', page.getByText(/корпорацијск/i));
    await trial.picture(page, 'збирна рефундација');
  });
};

const voucher: Check = sampleCheck([VOUCHER], async (trial) => {
  const line = { name: '20: Једнонаменски ваучер', quantity: 1, unitPrice: 6000, label: 'Ђ' };
  const other = { name: '21: Једнонаменски ваучер', quantity: 1, unitPrice: 6000, label: 'Е' };
  await trial.forbids('ваучери по две стопе', { items: [line, other], cashier: CASHIER });
  await trial.forbids('количина 2', { items: [{ ...line, quantity: 2 }], cashier: CASHIER });
  await trial.atPage('till', async (page) => {
    await page
      .getByRole('button', { name: /Једнонаменски ваучер/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Наплати', exact: true }).click();
    await page.getByRole('button', { name: /тачно/ }).click();
    await trial.shows('каса издаје ваучер', page.getByText('Рачун је издат'));
  });
  await likeSample(trial, VOUCHER);
});

const freeOfCharge: Check = sampleCheck([FREE_OF_CHARGE], async (trial) => {
  const items = [{ name: '00: Хаљина', quantity: 1, unitPrice: 6000, label: 'Ђ' }];
  await trial.forbids('00: са готовином', { items, cashier: CASHIER });
  await trial.atPage('till', async (page) => {
    await page
      .getByRole('button', { name: /Хаљина/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Наплати', exact: true }).click();
    await page.getByRole('button', { name: /тачно/ }).click();
    await trial.shows('каса тражи друго безготовинско', page.getByText(/без накнаде/));
    await page.getByRole('button', { name: 'Текст испод рачуна' }).click();
    await page.getByLabel('Текст', { exact: true }).fill('Промет без накнаде');
    await page.getByRole('button', { name: 'Примени' }).click();
    await page.getByRole('button', { name: 'Друго безготовинско' }).click();
    await trial.shows('рачун је издат', page.getByText('Рачун је издат'));
  });
  await likeSample(trial, FREE_OF_CHARGE);
});

const realEstate: Check = async (trial) => {
  for (const [number, label] of [
    ['30', 'Ђ'],
    ['31', 'Е'],
    ['32', 'Г'],
    ['33', 'Г'],
  ] as const) {
    const name = `${number}: Стан бр. 1 (${label})`;
    const invoice = await trial.issue({
      items: [{ name, unit: '', quantity: 1, unitPrice: 1_000_000, label }],
      cashier: CASHIER,
    });
    trial.holds(`${name} је на рачуну`, invoice.journal.includes(`${number}: Стан бр. 1`));
    trial.same('касир', valueOf(invoice, 'Касир'), CASHIER);
  }
};

export const SPECIAL_CHECKS: Readonly<Record<string, Check>> = {
  A19: corporateCard,
  A20: summaryRefund,
  A21: voucher,
  A23: freeOfCharge,
  A27: realEstate,
};
