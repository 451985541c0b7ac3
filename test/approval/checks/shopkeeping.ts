import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../kit/process.js';
import { until } from '../../kit/until.js';
import { scan } from '../../kit/web/till.js';
import { type Invoice, rowsOf } from '../answers.js';
import { CASHIER, COFFEE, PERSON } from '../goods.js';
import { add, payCash, receiptText } from '../stage/pages.js';
import { FIVE_LINES, ROUNDING } from '../samples/further.js';
import { Shop } from '../stage/shop.js';
import { FakePfrServer } from '../../kit/pfr/server.js';
import { RATE_GROUPS } from '../../kit/pfr/rates.js';
import { type Check, type Trial, withStandIn } from '../trial.js';
import { receipt } from './papers.js';

const newItem: Check = (trial) =>
  trial.atPage('catalogue', async (page) => {
    await page.getByRole('button', { name: 'Нови артикал' }).click();
    const form = page.getByRole('form', { name: 'Нови артикал' });
    await form.getByLabel('Назив').fill('Бурек са сиром');
    await form.getByLabel('Цена са ПДВ').fill('220');
    await form.getByRole('button', { name: 'Сачувај' }).click();
    await trial.shows('артикал је сачуван', page.getByText('Сачувано: Бурек са сиром'));
    await page.reload();
    await trial.shows('артикал је на листи', page.getByText('Бурек са сиром'));
    await trial.picture(page, 'листа артикала');
  });

const threeDecimals: Check = (trial) =>
  trial.atPage('till', async (page) => {
    await add(page, /^Zimska salama/);
    await page.getByRole('textbox', { name: /^Количина/ }).fill('0,258');
    await page.getByRole('dialog').getByRole('button', { name: 'Додај' }).click();
    await payCash(page);
    const text = await receiptText(page);
    trial.papers.push({ title: 'рачун', text, files: [] });
    trial.holds('количина је 0,258, а износ 324,85', rowsOf(text).includes('1.259,10 0,258 324,85'), text);
  });

const newPrice: Check = async (trial) => {
  const reply = await trial.call('POST', '/items', { name: 'Млеко', price: 40, label: 'Е', plu: 'C03' });
  trial.same('артикал постоји', reply.status, 201);
  await trial.atPage('catalogue', async (page) => {
    await page.getByRole('button', { name: 'Млеко' }).first().click();
    const form = page.getByRole('form', { name: 'Измени артикал' });
    await form.getByLabel('Цена са ПДВ').fill('45,50');
    await form.getByRole('button', { name: 'Сачувај' }).click();
    await page.getByText('Сачувано: Млеко').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Млеко' }).first().click();
    trial.same('цена после поновног учитавања', await form.getByLabel('Цена са ПДВ').inputValue(), '45,50');
  });
};

const byName: Check = (trial) =>
  trial.atPage('till', async (page) => {
    await page.getByRole('searchbox').fill('кафа');
    await add(page, /^Кафа/);
    await payCash(page);
    trial.holds('артикал је на рачуну', (await receiptText(page)).includes('Кафа'));
  });

const byGtin: Check = (trial) =>
  trial.atPage('till', async (page) => {
    await scan(page, '8600000000011');
    await page.getByRole('region', { name: 'Рачун', exact: true }).getByText('Кафа').first().waitFor();
    await payCash(page);
    trial.holds('скенирани артикал је на рачуну', (await receiptText(page)).includes('Кафа'));
  });

const roundedPrices: Check = async (trial) => {
  const invoice = await receipt(trial, ROUNDING);
  trial.rows(invoice, '5,10 1 5,10', '10,27 1 10,27', '20,14 1 20,14');
};

const roundedTotals: Check = async (trial) => {
  const invoice = await receipt(trial, ROUNDING);
  trial.rows(invoice, '9,90 0,123 1,22', '9,95 0,123 1,22');
};

const listOfItems: Check = async (trial) => {
  const shop = await trial.shop();
  trial.step('kasirbox items import и items export');
  const folder = temporaryFolder();
  const [from, to] = [join(folder, 'uvoz.csv'), join(folder, 'izvoz.csv')];
  const csv = 'plu;назив;цена;ознака\nC08;Увезена чоколада;120,50;Ђ\n';
  writeFileSync(from, csv);
  const imported = await shop.box.command(['items', 'import', from]);
  trial.answer(imported.stdout + imported.stderr);
  trial.same('увоз', imported.code, 0);
  const exported = await shop.box.command(['items', 'export', to]);
  trial.same('извоз', exported.code, 0);
  trial.holds('извоз садржи увезени артикал', readFileSync(to, 'utf8').includes('Увезена чоколада'));
};

const codeOnReceipt: Check = async (trial) => {
  const shop = await trial.shop();
  await trial.atPage('till', async (page) => {
    await add(page, /^Кафа/);
    await payCash(page);
    await page.getByText('Рачун је издат').waitFor();
  });
  const [latest] = await shop.receipts();
  const line = rowsOf(latest?.journal ?? '').find((row) => row.startsWith('Кафа')) ?? '';
  trial.answer(line);
  trial.holds(
    'шифра или GTIN артикла је уз назив, ако их радња користи',
    /^Кафа.*(?:\b1\b|8600000000011)/.test(line),
    line,
  );
};

const notNegative: Check = async (trial) => {
  const line = { name: 'Кафа', quantity: 1, unitPrice: 150, label: 'Ђ' };
  await trial.refuses('негативна количина', { items: [{ ...line, quantity: -1 }] });
  await trial.refuses('негативна цена', { items: [{ ...line, unitPrice: -150 }] });
  await trial.refuses('количина нула', { items: [{ ...line, quantity: 0 }] });
};

/** A box of its own with a processor of its own, whose rates change. */
async function withRates<T>(
  trial: Trial,
  groups: typeof RATE_GROUPS,
  work: (shop: Shop, server: FakePfrServer) => Promise<T>,
): Promise<T> {
  await trial.stage.lpfr();
  const server = await FakePfrServer.start({ groups, pin: null });
  const shop = await Shop.open({ 'pfr.sandbox': { mode: 'lpfr', url: server.url, timeout: 3, signingLimit: 3 } });
  try {
    await shop.untilReady();
    return await work(shop, server);
  } finally {
    await shop.close();
    await server.stop();
  }
}

interface Labels {
  readonly taxLabels: readonly { readonly label: string; readonly rate: number }[];
}

const ratesOfProcessor: Check = (trial) =>
  withRates(trial, RATE_GROUPS, async (shop, { pfr }) => {
    const before = await trial.issue(COFFEE, shop);
    trial.rows(before, 'Ђ О-ПДВ 20,00% 25,00');
    trial.step('ПФР мења стопу Ђ на 22 %');
    pfr.change('next-rates');
    const after = await trial.issue(COFFEE, shop);
    trial.rows(after, 'Ђ О-ПДВ 22,00% 27,05');
    await until('the new rate is known', async () => {
      const { taxLabels } = await shop.get<Labels>('/tax-labels');
      return taxLabels.some(({ label, rate }) => label === 'Ђ' && rate === 22);
    });
    trial.holds('GET /tax-labels има нову стопу', true);
    const refund = { ...COFFEE, transactionType: 'Refund', buyerId: PERSON };
    const { invoiceNumber: referentDocumentNumber, sdcDateTime } = before.pfr;
    const old = await trial.issue({ ...refund, referentDocumentNumber, referentDocumentDT: sdcDateTime }, shop);
    trial.rows(old, 'Ђ О-ПДВ 20,00% 25,00');
  });

const everyLabel: Check = async (trial) => {
  const { taxLabels } = await (await trial.shop()).get<Labels>('/tax-labels');
  for (const { label } of taxLabels) {
    const reply = await trial.call('POST', '/items', { name: `Артикал са ознаком ${label}`, price: 100, label });
    trial.same(`артикал са ознаком ${label}`, reply.status, 201);
    await trial.issue({ items: [{ name: `Артикал са ознаком ${label}`, quantity: 1, unitPrice: 100, label }] });
  }
  await trial.atPage('catalogue', async (page) => {
    await page.getByRole('button', { name: 'Нови артикал' }).click();
    const labels = page.getByLabel('Пореска ознака').locator('option');
    await labels.first().waitFor({ state: 'attached' });
    const options = await labels.allTextContents();
    for (const { label } of taxLabels)
      trial.holds(
        `страница нуди ознаку ${label}`,
        options.some((one) => one.startsWith(label)),
      );
  });
  const several = [{ name: 'Са две ознаке', quantity: 1, unitPrice: 100, label: 'Ђ', moreLabels: ['Г'] }];
  const both = await trial.issue({ items: several });
  trial.holds('један артикал може имати две ознаке', both.journal.includes('(Ђ, Г)'));
};

const labelsPrinted: Check = async (trial) => {
  const invoice = await receipt(trial, FIVE_LINES);
  trial.rows(invoice, 'Ознака Име Стопа Порез');
  for (const [label, rate] of [
    ['Ђ', '20,00%'],
    ['Е', '10,00%'],
    ['Г', '0,00%'],
  ] as const) {
    const row = rowsOf(invoice.journal).find((one) => one.startsWith(`${label} `)) ?? '';
    trial.holds(`ознака ${label} има стопу ${rate}`, row.includes(rate), row);
  }
};

/** Labels of the sandbox that no law of today has: letters of both alphabets, and an amount per unit. */
const MANY = ['A', 'B', 'F', 'P', 'Ж', 'Z', 'T', 'N', 'C'].map((label, at) => ({
  ...{ label, category: `Порез ${at + 1}`, categoryType: label === 'P' ? (2 as const) : (0 as const) },
  rate: at + 0.5,
}));

const moreLabels: Check = (trial) =>
  withRates(trial, [{ groupId: 9, validFrom: 0, rates: MANY }], async (shop) => {
    const { taxLabels } = await shop.get<Labels>('/tax-labels');
    trial.same('ознака у понуди', taxLabels.length, MANY.length);
    const items = MANY.map(({ label }) => ({ name: `Артикал ${label}`, quantity: 1, unitPrice: 100, label }));
    const invoice: Invoice = await trial.issue({ items, cashier: CASHIER }, shop);
    trial.same('ставки пореза на рачуну', invoice.taxItems.length, MANY.length);
  });

const ratesOnDemand: Check = async (trial) => {
  const shop = await trial.shop();
  const { taxLabels } = await shop.get<Labels>('/tax-labels');
  trial.holds('GET /tax-labels наводи стопе', taxLabels.length > 0);
  trial.step('kasirbox pfr status');
  const { stdout } = await shop.box.command(['pfr', 'status']);
  trial.answer(stdout);
  trial.holds('команда наводи стопе', stdout.includes('Ђ') && stdout.includes('20'));
  await trial.atPage('status', async (page) => {
    await page.getByText('За сервисера').click();
    await trial.shows('страница Стање наводи стопе', page.getByText(/Ђ: О-ПДВ/));
  });
};

const twoDecimals: Check = async (trial) => {
  await trial.atPage('status', async (page) => {
    await page.getByText('За сервисера').click();
    await trial.shows('страница Стање: 20,00 % и 0,00 %', page.getByText(/Ђ: О-ПДВ, 20,00\s%.*0,00\s%/));
  });
  await trial.atPage('catalogue', async (page) => {
    await page.getByRole('button', { name: 'Нови артикал' }).click();
    const labels = page.getByLabel('Пореска ознака').locator('option');
    await labels.first().waitFor({ state: 'attached' });
    const options = await labels.allTextContents();
    trial.answer(options.join('; '));
    trial.holds(
      'артикал: 20,00 %',
      options.some((one) => /20,00\s%/.test(one)),
    );
  });
};

const noOtherRate: Check = async (trial) => {
  for (const label of ['Ж', 'X', 'E']) {
    await trial.refuses(`ознака ${label}`, { items: [{ name: 'Кафа', quantity: 1, unitPrice: 150, label }] });
  }
};

export const SHOPKEEPING_CHECKS: Readonly<Record<string, Check>> = {
  C01: newItem,
  C02: threeDecimals,
  C03: newPrice,
  C04: byName,
  C05: byGtin,
  C06: roundedPrices,
  C07: roundedTotals,
  C08: withStandIn(listOfItems),
  C09: codeOnReceipt,
  C10: notNegative,
  T01: ratesOfProcessor,
  T02: withStandIn(everyLabel),
  T03: withStandIn(labelsPrinted),
  T04: moreLabels,
  T05: withStandIn(ratesOnDemand),
  T06: withStandIn(twoDecimals),
  T07: withStandIn(noOtherRate),
  T08: ratesOfProcessor,
};
