import type { Page } from 'playwright-core';
import { bodyOf, type Invoice, rowsOf, valueOf } from '../answers.js';
import { advanceLine, BUYER, CASHIER, COFFEE, type Line, type Request } from '../goods.js';
import { isShown, more } from '../stage/pages.js';
import { CLOSING_ROWS } from '../samples/fixtures.js';
import { ADVANCE_1, ADVANCE_2, CLOSING_REFUND, CLOSING_SALE, ESIR_TIME, yesterday } from '../samples/further.js';
import { likeSample, sampleCheck } from '../samples/check.js';
import { compareRows, paperText } from '../samples/rows.js';
import { referring } from '../samples/sample.js';
import { type Check, type Trial, withStandIn } from '../trial.js';

const TRANSFER = 'WireTransfer';

/** What closing an advance answers. */
interface Closed {
  readonly advance: Invoice;
  readonly advanceRefund: Invoice;
  readonly invoice: Invoice;
}

/** An advance over these lines. */
function advanceOf(trial: Trial, items: readonly Line[], more: object = {}): Promise<Invoice> {
  const total = items.reduce((sum, { unitPrice }) => sum + unitPrice, 0);
  return trial.issue({
    ...{ invoiceType: 'Advance', items, cashier: CASHIER, buyerId: BUYER },
    payments: [{ paymentType: TRANSFER, amount: total }],
    ...more,
  });
}

/** Closes an advance by goods with one label. */
async function close(trial: Trial, { uuid }: Invoice, request: object): Promise<Closed> {
  const reply = await trial.call('POST', `/invoices/${uuid}/close-advance`, request);
  return bodyOf(reply, 200, 201) as Closed;
}

/** Goods with the label of most advances here. */
function goods(unitPrice: number, name = 'Бојлер'): Line {
  return { name, quantity: 1, unitPrice, label: 'Ђ' };
}

const names: Check = async (trial) => {
  for (const label of ['Ђ', 'Е', 'Г'] as const) {
    const line = advanceLine(label, 1000);
    const advance = await advanceOf(trial, [line]);
    trial.holds(`${line.name}: на рачуну, без ознаке двапут`, rowsOf(advance.journal).includes(line.name));
    trial.same(
      `${line.name}: упозорења`,
      (advance.warnings ?? []).map(({ rule }) => rule),
      [],
    );
  }
  const request: Request = { invoiceType: 'Advance', items: [advanceLine('Ђ', 1000)], cashier: CASHIER };
  await trial.forbids('10: са ознаком Е', {
    ...request,
    items: [{ ...advanceLine('Ђ', 1000), name: '10:Аванс', label: 'Е' }],
  });
  await trial.forbids('количина 2', {
    ...request,
    items: [{ ...advanceLine('Ђ', 1000), name: '10:Аванс', quantity: 2 }],
  });
  await trial.atPage('till', async (page) => {
    await more(page, 'Аванс');
    await page
      .getByRole('textbox', { name: /^Примљени аванс/ })
      .first()
      .fill('123,45');
    await page.getByRole('dialog').getByRole('button', { name: 'Наплати' }).click();
    await page.getByRole('button', { name: /тачно/ }).click();
    await page.getByText('Авансни рачун је издат').waitFor();
    trial.holds(
      'аванс са касе има цену по избору',
      (await page.getByLabel('Текст рачуна').innerText()).includes('123,45'),
    );
  });
};

const severalLabels: Check = async (trial) => {
  const advance = await advanceOf(trial, [advanceLine('Е', 1500), advanceLine('Ђ', 250)]);
  trial.rows(advance, '11: Аванс (Е)', '10: Аванс (Ђ)');
  await trial.atPage('till', async (page) => {
    await more(page, 'Аванс');
    const dialog = page.getByRole('dialog');
    await page
      .getByRole('textbox', { name: /^Примљени аванс/ })
      .first()
      .fill('1500');
    await dialog.getByRole('button', { name: 'Додај пореску ознаку' }).click();
    await page
      .getByRole('textbox', { name: /^Примљени аванс/ })
      .last()
      .fill('250');
    await page
      .getByRole('combobox', { name: /^Пореска ознака/ })
      .last()
      .selectOption('Е');
    await trial.picture(page, 'аванс по две ознаке');
    await dialog.getByRole('button', { name: 'Наплати' }).click();
    await page.getByRole('button', { name: /тачно/ }).click();
    await page.getByText('Авансни рачун је издат').waitFor();
    const text = await page.getByLabel('Текст рачуна').innerText();
    trial.holds('аванс са касе има две ознаке', text.includes('10: Аванс (Ђ)') && text.includes('11: Аванс (Е)'));
  });
};

const nextAdvance: Check = async (trial) => {
  const first = await advanceOf(trial, [advanceLine('Ђ', 1000)]);
  const second = await advanceOf(trial, [advanceLine('Ђ', 500)], referring(first));
  trial.same('други аванс се позива на први', valueOf(second, 'Реф. број'), first.pfr.invoiceNumber);
};

/** Two advances, closed. */
async function closedChain(trial: Trial): Promise<Closed & { readonly last: Invoice }> {
  return trial.stage.once('closed chain', async () => {
    const first = await advanceOf(trial, [advanceLine('Ђ', 1000)]);
    const last = await advanceOf(trial, [advanceLine('Ђ', 500), advanceLine('Е', 200)], referring(first));
    return {
      ...(await close(trial, last, { items: [goods(2000)], restPayments: [{ paymentType: 'Cash', amount: 300 }] })),
      last,
    };
  });
}

const refundOfAll: Check = async (trial) => {
  const { advanceRefund, last } = await closedChain(trial);
  trial.paper('Аванс Рефундација', advanceRefund);
  trial.same('износ је збир свих аванса', advanceRefund.total, 1700);
  trial.same('позива се на последњи аванс', advanceRefund.referentDocumentNumber, last.pfr.invoiceNumber);
};

const summedLabels: Check = async (trial) => {
  const { advanceRefund } = await closedChain(trial);
  trial.paper('Аванс Рефундација', advanceRefund);
  const lines = advanceRefund.items.map(({ label, totalAmount }) => `${label} ${totalAmount}`).sort();
  trial.same('једна ставка за сваку ознаку', lines, ['Ђ 1500', 'Е 200'].sort());
};

const refundNotGiven: Check = async (trial) => {
  const printers = await trial.stage.printers();
  const advance = await advanceOf(trial, [advanceLine('Ђ', 1000)]);
  const count = printers.count('rolna80');
  const { invoice, advanceRefund } = await close(trial, advance, { items: [goods(1000)], print: 'rolna80' });
  await printers.paperOf(invoice.uuid);
  trial.same('изашао је један папир, коначни рачун', printers.count('rolna80') - count, 1);
  const shop = await trial.shop();
  const { jobs } = await shop.get<{ readonly jobs: readonly unknown[] }>(`/invoices/${advanceRefund.uuid}/print-jobs`);
  trial.same('број налога за штампу за Аванс Рефундацију', jobs.length, 0);
};

const finalReferent: Check = async (trial) => {
  const { invoice, advanceRefund } = await closedChain(trial);
  trial.paper('коначни рачун', invoice);
  trial.same('реф. број', invoice.referentDocumentNumber, advanceRefund.pfr.invoiceNumber);
  trial.same('реф. време', invoice.referentDocumentDT, advanceRefund.pfr.sdcDateTime);
};

/** The text below the end of the final receipt of the chain. */
async function belowTheEnd(trial: Trial): Promise<{ readonly text: string; readonly last: Invoice }> {
  const { invoice, last } = await closedChain(trial);
  const shop = await trial.shop();
  const paper = await paperText((path) => shop.call('GET', path), invoice);
  trial.papers.push({ title: 'коначни рачун', text: paper, files: [] });
  return { text: paper.split('КРАЈ ФИСКАЛНОГ РАЧУНА').at(-1) ?? '', last };
}

const lastAdvance: Check = async (trial) => {
  const { text, last } = await belowTheEnd(trial);
  const flat = text.replace(/\s+/g, '');
  trial.holds('број последњег аванса', flat.includes(last.pfr.invoiceNumber), text);
  const [day] = last.pfr.sdcDateTime.split(' ');
  const [year, month, date] = (day ?? '').split('-');
  trial.holds('датум последњег аванса', flat.includes(`${date}.${month}.${year}`), text);
};

const paidInAdvance: Check = sampleCheck([CLOSING_SALE], async (trial) => {
  const shop = await trial.shop();
  const [invoice] = (await shop.receipts()).filter(({ total }) => total === 6_800_000);
  if (invoice === undefined) return;
  const paper = await paperText((path) => shop.call('GET', path), invoice);
  trial.papers.push({ title: 'папир', text: paper, files: [] });
  for (const { wanted, isThere } of compareRows(paper, { rows: CLOSING_ROWS }).rows)
    trial.holds(`„${wanted}”`, isThere);
});

const onlyWhatIsPaidNow: Check = async (trial) => {
  const advance = await advanceOf(trial, [advanceLine('Ђ', 3_500_000)]);
  const closed = await close(trial, advance, {
    items: [goods(6_800_000, 'Стан')],
    restPayments: [{ paymentType: TRANSFER, amount: 3_300_000 }],
  });
  trial.paper('коначни рачун', closed.invoice);
  trial.rows(closed.invoice, 'Пренос на рачун: 3.300.000,00');
  const other = await advanceOf(trial, [advanceLine('Ђ', 100)]);
  await trial.atPage(`till/find/${other.uuid}`, async (page) => {
    await page.getByRole('button', { name: 'Затвори аванс' }).click();
    await page.getByRole('button', { name: /^Кафа/ }).first().click();
    await page.getByRole('button', { name: 'Наплати', exact: true }).click();
    await page.getByRole('button', { name: /тачно/ }).click();
    await page.getByText('Аванс је затворен').waitFor();
  });
  const [latest] = await (await trial.shop()).receipts();
  trial.same('плаћања на рачуну са касе', latest?.payments, [{ paymentType: 'Cash', amount: 50 }]);
};

/** Types an advance of page 41 into the open dialog, and takes it by transfer. */
async function takeAdvance(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  const amounts = dialog.getByRole('textbox', { name: /^Примљени аванс/ });
  const labels = dialog.getByRole('combobox', { name: /^Пореска ознака/ });
  if ((await amounts.count()) === 1) {
    await labels.selectOption('Е');
    await dialog.getByRole('button', { name: 'Додај пореску ознаку' }).click();
  }
  await amounts.nth(0).fill('1500000');
  await amounts.nth(1).fill('250000');
  await dialog.getByRole('button', { name: 'Наплати' }).click();
  const buyer = page.getByRole('button', { name: /Рачун на купца/ });
  if (await isShown(buyer, 500)) {
    await buyer.click();
    await page.getByLabel('Број', { exact: true }).fill(BUYER.slice(3));
    await page.getByRole('button', { name: 'Примени' }).click();
  }
  await page.getByRole('button', { name: 'Пренос на рачун' }).click();
  await page.getByText('Авансни рачун је издат').waitFor();
  await page.getByRole('button', { name: 'Следећа продаја' }).click();
}

/** The four receipts of page 41, on the till. */
const chainFromTill: Check = async (trial) => {
  await trial.atPage('till', async (page) => {
    await more(page, 'Аванс');
    await takeAdvance(page);
    await likeSample(trial, ADVANCE_1);
    await more(page, /^Авансни рачун је издат/);
    await page.getByRole('button', { name: 'Још један аванс' }).click();
    await takeAdvance(page);
    await likeSample(trial, ADVANCE_2);
    await page.getByRole('button', { name: 'Још', exact: true }).click();
    await page
      .getByRole('button', { name: /^Авансни рачун је издат/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Затвори аванс' }).click();
    await page
      .getByRole('button', { name: /^Стан бр/ })
      .first()
      .click();
    await page
      .getByRole('button', { name: /^Паркинг/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Наплати', exact: true }).click();
    await page.getByRole('button', { name: 'Пренос на рачун' }).click();
    await page.getByText('Аванс је затворен').waitFor();
  });
  await likeSample(trial, CLOSING_REFUND, 1);
  await likeSample(trial, CLOSING_SALE);
};

/** A paper about an advance from before fiscalization. */
const EARLIER = { referentDocumentNumber: 'XXXXXXXX-XXXXXXXX-17', referentDocumentDT: '2022-03-25 10:00:00' };

/** Closes an advance from before fiscalization on the till, by goods of 150,00. */
async function earlierFromTill(trial: Trial): Promise<void> {
  await trial.atPage('till', async (page) => {
    await more(page, 'Аванс пре фискализације');
    await page.getByLabel('Број последњег документа о авансу').fill('17');
    await page.getByLabel('Датум документа').fill('2022-03-25');
    await page.getByRole('textbox', { name: /^Примљени аванс/ }).fill('150');
    await trial.picture(page, 'аванс пре фискализације');
    await page.getByRole('dialog').getByRole('button', { name: 'Затвори аванс' }).click();
    await page.getByRole('button', { name: /^Кафа/ }).first().click();
    await page.getByRole('button', { name: 'Наплати', exact: true }).click();
    await page.getByRole('button', { name: 'Затвори аванс' }).click();
    await trial.shows('каса је затворила аванс', page.getByText('Аванс је затворен'));
  });
  const [final, refund] = await (await trial.shop()).receipts();
  trial.same('АР са касе се позива на документ', refund?.referentDocumentNumber, EARLIER.referentDocumentNumber);
  trial.same('ПП са касе се позива на АР', final?.referentDocumentNumber, refund?.pfr.invoiceNumber);
}

const beforeFiscalization: Check = async (trial) => {
  const refund = await trial.issue({
    ...{ invoiceType: 'Advance', transactionType: 'Refund', items: [advanceLine('Ђ', 30_000)], cashier: CASHIER },
    ...{ buyerId: BUYER, payments: [{ paymentType: TRANSFER, amount: 30_000 }], ...EARLIER },
  });
  trial.rows(refund, 'Реф. број: XXXXXXXX-XXXXXXXX-17', 'Реф. време: 25.03.2022. 10:00:00');
  const reply = await trial.call('POST', '/earlier-advances/close', {
    ...{ number: '17', time: '2022-03-25 10:00:00', buyerId: BUYER, cashier: CASHIER, clientRequestId: 'pre-efu-a11' },
    earlierAdvances: [{ label: 'Ђ', amount: 30_000 }],
    ...{ items: [goods(30_000)], restPayments: [] },
  });
  const { advanceRefund, invoice } = bodyOf(reply, 200, 201) as Pick<Closed, 'advanceRefund' | 'invoice'>;
  trial.same(
    'АР се позива на документ пре фискализације',
    advanceRefund.referentDocumentNumber,
    'XXXXXXXX-XXXXXXXX-17',
  );
  trial.same('АР на 30.000', advanceRefund.total, 30_000);
  trial.same('ПП се позива на АР', invoice.referentDocumentNumber, advanceRefund.pfr.invoiceNumber);
  const shop = await trial.shop();
  const paper = await paperText((path) => shop.call('GET', path), invoice);
  const below = paper.split('КРАЈ ФИСКАЛНОГ РАЧУНА').at(-1) ?? '';
  trial.holds(
    'испод краја је број и датум документа',
    /XXXXXXXX-XXXXXXXX-17/.test(below) && /25\.0?3\.2022/.test(below),
    below,
  );
  await earlierFromTill(trial);
};

const beforeAndAfter: Check = async (trial) => {
  const first = await advanceOf(trial, [advanceLine('Ђ', 15_000)], EARLIER);
  const last = await advanceOf(trial, [advanceLine('Ђ', 10_000)], referring(first));
  const { advanceRefund, invoice } = await close(trial, last, {
    ...{ items: [goods(60_000)], earlierAdvances: [{ label: 'Ђ', amount: 30_000 }] },
    restPayments: [{ paymentType: 'Cash', amount: 5000 }],
  });
  trial.same('АР је на збир свих аванса', advanceRefund.total, 55_000);
  trial.same('АР се позива на последњи аванс', advanceRefund.referentDocumentNumber, last.pfr.invoiceNumber);
  trial.same(
    'упозорења',
    (advanceRefund.warnings ?? []).map(({ rule }) => rule),
    [],
  );
  trial.same('коначни рачун', invoice.total, 60_000);
  trial.rows(invoice, 'Готовина: 5.000,00');
};

const inParts: Check = async (trial) => {
  const advance = await advanceOf(trial, [advanceLine('Ђ', 1000)]);
  const first = await close(trial, advance, { items: [goods(400)], part: true, clientRequestId: 'deo-prvi-a13' });
  trial.same('први део: АР', first.advanceRefund.total, 400);
  trial.same('први део: ПП', first.invoice.total, 400);
  const second = await close(trial, advance, { items: [goods(600)], part: true, clientRequestId: 'deo-drugi-a13' });
  trial.same('други део: АР', second.advanceRefund.total, 600);
  trial.same('други део: ПП', second.invoice.total, 600);
  trial.holds(
    'оба АР се позивају на исти аванс',
    [first, second].every(({ advanceRefund }) => advanceRefund.referentDocumentNumber === advance.pfr.invoiceNumber),
  );
  const other = await advanceOf(trial, [advanceLine('Ђ', 1000)]);
  await trial.atPage(`till/find/${other.uuid}`, async (page) => {
    await page.getByRole('button', { name: 'Затвори аванс' }).click();
    await page.getByRole('button', { name: /^Кафа/ }).first().click();
    await page.getByRole('button', { name: 'Наплати', exact: true }).click();
    await trial.shows('каса каже да се реализује део аванса', page.getByText(/реализује део/));
    await page.getByRole('button', { name: 'Реализуј део аванса' }).click();
    await page.locator('.done').waitFor();
  });
  const [final, refund] = await (await trial.shop()).receipts();
  trial.same('каса: АР на део', refund?.total, 150);
  trial.same('каса: ПП на део', final?.total, 150);
};

const closedOnce: Check = async (trial) => {
  const advance = await advanceOf(trial, [advanceLine('Ђ', 150)]);
  const first = await close(trial, advance, { items: COFFEE.items });
  const again = await close(trial, advance, { items: COFFEE.items });
  trial.same('исти коначни рачун', again.invoice.uuid, first.invoice.uuid);
  const other = await trial.call('POST', `/invoices/${advance.uuid}/close-advance`, { items: [goods(999)] });
  const { warnings = [] } = JSON.parse(other.text) as { readonly warnings?: readonly unknown[] };
  const isTold = other.status === 422 || warnings.length > 0 || /"warnings":\s*\[\s*\{/.test(other.text);
  trial.holds('за другу робу се одговара да је аванс већ затворен', isTold, other.text.slice(0, 200));
};

const earlierPayment: Check = sampleCheck([ESIR_TIME], async (trial) => {
  await trial.forbids('ЕСИР време на готовинском авансу', {
    ...{ invoiceType: 'Advance', items: [advanceLine('Ђ', 1000)], cashier: CASHIER },
    ...{ payments: [{ paymentType: 'Cash', amount: 1000 }], dateAndTimeOfIssue: yesterday() },
  });
});

export const ADVANCE_CHECKS: Readonly<Record<string, Check>> = {
  A01: withStandIn(names),
  A02: withStandIn(severalLabels),
  A03: nextAdvance,
  A04: sampleCheck([CLOSING_REFUND], refundOfAll),
  A05: withStandIn(summedLabels),
  A06: refundNotGiven,
  A07: finalReferent,
  A08: lastAdvance,
  A09: paidInAdvance,
  A10: withStandIn(async (trial) => {
    await onlyWhatIsPaidNow(trial);
    await chainFromTill(trial);
  }),
  A11: withStandIn(beforeFiscalization),
  A12: withStandIn(beforeAndAfter),
  A13: inParts,
  A14: closedOnce,
  A15: earlierPayment,
};
