import { type Invoice, refusalOf, valueOf } from '../answers.js';
import { advanceLine, CASHIER, COFFEE, PERSON, SALE } from '../goods.js';
import { more, payCash } from '../stage/pages.js';
import { OWN_TIN } from '../samples/further.js';
import { referring } from '../samples/sample.js';
import { type Check, type Trial, withStandIn } from '../trial.js';

const REFUND = { ...COFFEE, transactionType: 'Refund', buyerId: PERSON };
const COPY = { ...COFFEE, invoiceType: 'Copy' };

const refundNeedsReferent: Check = (trial) => trial.refuses('рефундација без референтног броја', REFUND);
const copyNeedsReferent: Check = (trial) => trial.refuses('копија без референтног броја', COPY);

const copySaysTheSame: Check = async (trial) => {
  const sale = await trial.issue(SALE);
  const copy = await trial.follow(sale, 'copy');
  trial.same('ставке копије', copy.items, sale.items);
  trial.same('плаћања копије', copy.payments, sale.payments);
  trial.same('износ копије', copy.total, sale.total);
  const items = [{ name: 'Друга роба', quantity: 1, unitPrice: 99_999, label: 'Ђ' }];
  await trial.forbids('копија са другом робом', { ...COPY, ...referring(sale), items });
};

const copyOfFiscal: Check = async (trial) => {
  const proForma = await trial.issue({ ...SALE, invoiceType: 'ProForma' });
  const training = await trial.issue({ ...SALE, invoiceType: 'Training' });
  await trial.forbids('копија предрачуна', { ...SALE, invoiceType: 'Copy', ...referring(proForma) });
  await trial.forbids('копија обуке', { ...SALE, invoiceType: 'Copy', ...referring(training) });
  await trial.atPage(`receipts/${proForma.uuid}`, async (page) => {
    await page.getByText(proForma.pfr.invoiceNumber).first().waitFor();
    trial.same('страница предрачуна не нуди копију', await page.getByRole('button', { name: /копију/i }).count(), 0);
  });
};

const copyOfRefund: Check = async (trial) => {
  const sale = await trial.issue(COFFEE);
  const refund = await trial.follow(sale, 'refund', { buyerId: PERSON, cashier: CASHIER });
  const copy = await trial.follow(refund, 'copy');
  trial.same('копија рефундације се позива на рефундацију', copy.referentDocumentNumber, refund.pfr.invoiceNumber);
  const copyOfSale = await trial.follow(sale, 'copy');
  const wrong = { ...COPY, transactionType: 'Refund', buyerId: PERSON };
  await trial.forbids('копија рефундације са позивом на копију', { ...wrong, ...referring(copyOfSale) });
  await trial.forbids('копија рефундације са позивом на продају', { ...wrong, ...referring(sale) });
};

const refundOfSale: Check = async (trial) => {
  const proForma = await trial.issue({ ...COFFEE, invoiceType: 'ProForma' });
  await trial.forbids('Промет Рефундација са позивом на предрачун', { ...REFUND, ...referring(proForma) });
};

const closingReferent: Check = async (trial) => {
  const advance = await trial.issue({ ...COFFEE, invoiceType: 'Advance', items: [advanceLine('Ђ', 150)] });
  const reply = await trial.call('POST', `/invoices/${advance.uuid}/close-advance`, { items: COFFEE.items });
  const { advanceRefund, invoice } = JSON.parse(reply.text) as {
    readonly advanceRefund: Invoice;
    readonly invoice: Invoice;
  };
  trial.paper('коначна продаја', invoice);
  trial.same(
    'коначна продаја се позива на Аванс Рефундација',
    invoice.referentDocumentNumber,
    advanceRefund.pfr.invoiceNumber,
  );
  const byHand = await trial.issue({ ...COFFEE, ...referring(advanceRefund) });
  trial.same('и захтевом POST /invoices', valueOf(byHand, 'Реф. број'), advanceRefund.pfr.invoiceNumber);
};

const saleOfProForma: Check = async (trial) => {
  const proForma = await trial.issue({ ...COFFEE, invoiceType: 'ProForma' });
  const sale = await trial.issue({ ...COFFEE, ...referring(proForma) });
  trial.rows(sale, `Реф. број: ${proForma.pfr.invoiceNumber}`);
  await trial.atPage('till', async (page) => {
    await page.getByRole('button', { name: /^Кафа/ }).first().click();
    await more(page, 'Предрачун');
    await page.getByRole('button', { name: 'Издај предрачун' }).click();
    await page.getByRole('button', { name: 'Следећа продаја' }).click();
    await more(page, /^Предрачун је издат/);
    await page.getByRole('button', { name: 'Преузми у рачун' }).click();
    await payCash(page);
    const text = await page.getByLabel('Текст рачуна').innerText();
    trial.holds('рачун са касе има Реф. број предрачуна', /Реф\. број:/.test(text));
  });
};

const advanceOfProForma: Check = async (trial) => {
  const proForma = await trial.issue({ ...COFFEE, invoiceType: 'ProForma' });
  const advance = await trial.issue({
    ...{ ...COFFEE, ...referring(proForma), invoiceType: 'Advance' },
    items: [advanceLine('Ђ', 100)],
  });
  trial.rows(advance, `Реф. број: ${proForma.pfr.invoiceNumber}`);
  await atFound(trial, proForma, async (page) => {
    await page.getByRole('button', { name: 'Аванс по предрачуну' }).click();
    await page.getByRole('textbox', { name: /^Примљени аванс/ }).fill('100');
    await page.getByRole('dialog').getByRole('button', { name: 'Наплати' }).click();
    await page.getByRole('button', { name: /тачно/ }).click();
    const text = await page.getByLabel('Текст рачуна').innerText();
    trial.holds('аванс са касе има Реф. број предрачуна', text.includes(proForma.pfr.invoiceNumber));
  });
};

/** A receipt as the till finds it by its number. */
async function atFound(trial: Trial, { uuid }: Invoice, work: Parameters<Trial['atPage']>[1]): Promise<void> {
  await trial.atPage(`till/find/${uuid}`, work);
}

/** A receipt of another device: its number is of no receipt of this box. */
const ELSEWHERE = { referentDocumentNumber: 'AAAAAAAA-AAAAAAAA-121', referentDocumentDT: '2026-11-20 10:00:00' };

const refundOfOther: Check = async (trial) => {
  const refund = await trial.issue({ ...REFUND, ...ELSEWHERE });
  trial.rows(refund, `Реф. број: ${ELSEWHERE.referentDocumentNumber}`, 'Реф. време: 20.11.2026. 10:00:00');
  await refundElsewhere(trial, 'device', ELSEWHERE.referentDocumentNumber);
};

/** Where a receipt comes from that this box did not issue, and the fields by which a page asks for it. */
const ORIGINS = {
  device: { label: 'други електронски фискални уређај', fields: { 'ПФР број рачуна': 'AAAAAAAA-AAAAAAAA-121' } },
  books: { label: 'пре фискализације (број из евиденције)', fields: { 'Број рачуна у евиденцији': '121' } },
  register: { label: 'стара фискална каса', fields: { 'ИБФМ са исечка': 'АБ123456', 'Број исечка (БИ)': '159' } },
} as const;

/** Refunds on the till what no box has: origin, number and time are typed. */
async function refundElsewhere(trial: Trial, origin: keyof typeof ORIGINS, number: string): Promise<void> {
  const { label, fields } = ORIGINS[origin];
  await trial.atPage('till', async (page) => {
    await more(page, 'Нађи рачун');
    await page.getByRole('button', { name: 'Рачун са другог уређаја' }).click();
    await page.getByLabel('Где је рачун издат').selectOption({ label });
    for (const [name, value] of Object.entries(fields)) await page.getByLabel(name).fill(value);
    const time = page.getByLabel(/^(?:Време|Датум)( са)? рачуна/);
    await time.fill(origin === 'books' ? '2026-11-20' : '2026-11-20T10:00:00');
    await page.getByLabel('Назив').fill('Кафа');
    await page.getByLabel('Цена са ПДВ').fill('150');
    await page.getByLabel('Број', { exact: true }).fill('0023456');
    await trial.picture(page, label);
    await page.getByRole('button', { name: /^Рефундирај/ }).click();
    await trial.shows('каса је издала рефундацију', page.getByText(/Рефундација је издата/));
  });
  const [latest] = await (await trial.shop()).receipts();
  trial.same('референтни број рачуна са касе', latest?.referentDocumentNumber, number);
}

const partOfReceipt: Check = async (trial) => {
  const sale = await trial.issue({
    items: [{ name: 'Кафа', quantity: 3, unitPrice: 150, label: 'Ђ' }],
    cashier: CASHIER,
  });
  const refund = await trial.issue({ ...REFUND, ...referring(sale) });
  trial.same('рефундиран је део', refund.total, 150);
  trial.same('упозорења', refund.warnings ?? [], []);
  const rest = { ...REFUND, items: [{ name: 'Кафа', quantity: 3, unitPrice: 150, label: 'Ђ' }], ...referring(sale) };
  const beyond = await trial.call('POST', '/invoices', rest);
  const rules = (JSON.parse(beyond.text) as Invoice).warnings?.map(({ rule }) => rule) ?? [];
  trial.holds(
    'више него што је остало: упозорење',
    rules.some((rule) => rule.startsWith('refund.')),
  );
  const other = await trial.issue({
    items: [{ name: 'Чај', quantity: 2, unitPrice: 120, label: 'Ђ' }],
    cashier: CASHIER,
  });
  await trial.atPage(`receipts/${other.uuid}`, async (page) => {
    await page.getByRole('button', { name: 'Рефундирај', exact: true }).click();
    await page.getByRole('button', { name: 'Више: Чај' }).click();
    await page.getByLabel('Документ купца').selectOption('20');
    await page.getByLabel('Број', { exact: true }).fill('0023456');
    await page.getByRole('button', { name: 'Рефундирај 120,00' }).click();
    await trial.shows('страница рефундира једну од две ставке', page.getByText(/Издат је рачун/));
  });
};

const voidSale: Check = async (trial) => {
  const own = `10:${OWN_TIN}`;
  const sale = await trial.issue(COFFEE);
  const refund = await trial.follow(sale, 'refund', { buyerId: own });
  trial.rows(refund, `ИД купца: ${own}`, `Реф. број: ${sale.pfr.invoiceNumber}`);
  trial.same('поништен је цео рачун', refund.total, sale.total);
  const wrong = await trial.issue(COFFEE);
  await trial.atPage(`receipts/${wrong.uuid}`, async (page) => {
    await page.getByRole('button', { name: 'Рефундирај', exact: true }).click();
    await page.getByRole('button', { name: 'Врати све' }).click();
    await page.getByLabel('Документ купца').selectOption({ label: 'Купца нема: поништавам погрешан рачун' });
    await page.getByRole('button', { name: /^Рефундирај \d/ }).click();
    await trial.shows('страница поништава рачун', page.getByText(/Издат је рачун/));
  });
  const [latest] = await (await trial.shop()).receipts();
  trial.same('ИД купца са странице', latest?.buyerId, own);
};

const voidRefund: Check = async (trial) => {
  const own = `10:${OWN_TIN}`;
  const sale = await trial.issue(COFFEE);
  const refund = await trial.follow(sale, 'refund', { buyerId: PERSON });
  const voided = await trial.issue({ ...REFUND, buyerId: own, ...referring(refund) });
  trial.rows(voided, `ИД купца: ${own}`, `Реф. број: ${refund.pfr.invoiceNumber}`, 'ПРОМЕТ РЕФУНДАЦИЈА');
  trial.same(
    'упозорења',
    (voided.warnings ?? []).map(({ rule }) => rule),
    [],
  );
  const wrong = await trial.follow(await trial.issue(COFFEE), 'refund', { buyerId: PERSON });
  await trial.atPage(`receipts/${wrong.uuid}`, async (page) => {
    await page.getByRole('button', { name: 'Поништи рефундацију' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Поништи рефундацију' }).click();
    await trial.shows('страница поништава рефундацију', page.getByText(/Издат је рачун/));
  });
  const [latest] = await (await trial.shop()).receipts();
  trial.same('рачун са странице се позива на рефундацију', latest?.referentDocumentNumber, wrong.pfr.invoiceNumber);
};

const ownTin: Check = async (trial) => {
  const advance = await trial.issue({ ...COFFEE, invoiceType: 'Advance', items: [advanceLine('Ђ', 150)] });
  const reply = await trial.call('POST', `/invoices/${advance.uuid}/close-advance`, { items: COFFEE.items });
  const { advanceRefund } = JSON.parse(reply.text) as { readonly advanceRefund?: Invoice };
  trial.same('ИД купца на Аванс Рефундацији без купца', advanceRefund?.buyerId, `10:${OWN_TIN}`);
};

/** A reference to what was sold before this device, by the API and on a page. */
function referenceFromBefore(number: string, origin: keyof typeof ORIGINS): Check {
  return async (trial) => {
    const refund = await trial.issue({ ...REFUND, ...ELSEWHERE, referentDocumentNumber: number });
    trial.same('референтни број на рачуну', valueOf(refund, 'Реф. број'), number);
    await refundElsewhere(trial, origin, number);
  };
}

const oldRegister: Check = async (trial) => {
  await referenceFromBefore('XXXXXXXX-AB123456-159', 'register')(trial);
  const cyrillic = await trial.call('POST', '/invoices', {
    ...{ ...REFUND, ...ELSEWHERE },
    referentDocumentNumber: 'XXXXXXXX-АБ123456-159',
  });
  const { message } = refusalOf(cyrillic);
  trial.holds('ћирилично АБ из упутства: API каже које поље није исправно', /реф\. број/.test(message), message);
};

const missingTime: Check = async (trial) => {
  const { referentDocumentNumber } = ELSEWHERE;
  const reply = await trial.call('POST', '/invoices', { ...REFUND, referentDocumentNumber });
  const { message } = refusalOf(reply);
  trial.holds('захтев без времена није издат', reply.status === 409 || reply.status === 422, String(reply.status));
  trial.holds('порука каже да референтно време недостаје', /време/i.test(message), message);
};

export const REFERENCE_CHECKS: Readonly<Record<string, Check>> = {
  O19: refundNeedsReferent,
  O20: copyNeedsReferent,
  O21: copySaysTheSame,
  O22: copyOfFiscal,
  O23: copyOfRefund,
  O24: refundOfSale,
  O25: closingReferent,
  O26: saleOfProForma,
  O27: advanceOfProForma,
  O33: refundOfOther,
  O34: partOfReceipt,
  A16: withStandIn(voidSale),
  A17: withStandIn(voidRefund),
  A18: withStandIn(ownTin),
  A28: referenceFromBefore('XXXXXXXX-XXXXXXXX-121', 'books'),
  A29: oldRegister,
  A30: missingTime,
};
