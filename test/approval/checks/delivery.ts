import { leaves, readMime } from '../../kit/smtp/mime.js';
import { rowsOf, textOfSheet } from '../answers.js';
import { COFFEE, PERSON, SALE } from '../goods.js';
import { add } from '../stage/pages.js';
import { PAPER_TITLES, type PrinterName } from '../stage/printers.js';
import { COPY_REFUND, COPY_SALE, PRO_FORMA_SALE, TRAINING_SALE } from '../samples/fifteen.js';
import { paperText } from '../samples/rows.js';
import { CASH_REFUND, SIGNED_COPY } from '../samples/further.js';
import { likeSample } from '../samples/check.js';
import { makeSample } from '../samples/set.js';
import type { Check, Trial } from '../trial.js';
import { receipt } from './papers.js';

function rollCheck(...names: readonly PrinterName[]): Check {
  return async (trial) => {
    const printers = await trial.stage.printers();
    for (const print of names) {
      const invoice = await trial.issue({ ...SALE, print });
      const printed = await printers.paperOf(invoice.uuid, print);
      trial.paper(PAPER_TITLES[print], invoice, printed);
      trial.holds(`${PAPER_TITLES[print]}: на папиру је QR код`, printed.read().qr !== undefined);
    }
  };
}

const sheetA4: Check = async (trial) => {
  const invoice = await trial.issue(SALE);
  const shop = await trial.shop();
  for (const format of ['html', 'pdf'] as const) {
    const bytes = await shop.file(`/invoices/${invoice.uuid}/document?paper=a4&format=${format}`);
    const file = trial.file(`a4.${format}`, bytes);
    trial.papers.push({ title: `А4 ${format}`, text: '', files: [file] });
    trial.holds(`А4 као ${format}`, bytes.length > 1000);
  }
};

/** The text of the last letter, as a mail program reads it. */
async function mailed(
  trial: Trial,
  body: object,
): Promise<{ readonly text: string; readonly link: string; readonly journal: string }> {
  const server = await trial.stage.mail();
  const invoice = await trial.issue({ ...SALE, ...body });
  const reply = await trial.call('POST', `/invoices/${invoice.uuid}/email`, { to: 'kupac@primer.rs' });
  trial.same('порука е-поште је послата', reply.status, 200);
  const content = server.received.at(-1)?.content ?? '';
  const parts = content === '' ? [] : leaves(readMime(content), 'text/plain');
  const text = parts.map((part) => part.content.toString()).join('\n');
  return { text, link: invoice.pfr.verificationUrl, journal: invoice.journal };
}

const electronic: Check = async (trial) => {
  const { text, link } = await mailed(trial, {});
  trial.papers.push({ title: 'порука е-поште', text, files: [] });
  trial.holds('у поруци је веза за проверу', text.includes(link));
};

const wholeMail: Check = async (trial) => {
  const { text, journal } = await mailed(trial, { buyerId: '10:123456788' });
  const rows = rowsOf(text);
  trial.same(
    'редови рачуна којих нема у поруци',
    rowsOf(journal).filter((row) => !rows.includes(row)),
    [],
  );
};

const advertising: Check = async (trial) => {
  const shop = await trial.shop();
  const invoice = await trial.issue({ ...COFFEE, adText: 'Хвала на куповини!' });
  const text = await paperText((path) => shop.call('GET', path), invoice);
  trial.holds('текст је испод краја рачуна', /КРАЈ ФИСКАЛНОГ РАЧУНА[\s\S]*Хвала на куповини!/.test(text));
  await trial.atPage('till', async (page) => {
    await add(page, /^Кафа/);
    await page.getByRole('button', { name: 'Наплати', exact: true }).click();
    await page.getByRole('button', { name: 'Текст испод рачуна' }).click();
    await page.getByLabel('Текст', { exact: true }).fill('Дођите нам опет');
    await page.getByRole('button', { name: 'Примени' }).click();
    await page.getByRole('button', { name: /тачно/ }).click();
    await page.getByText('Рачун је издат').waitFor();
  });
  const [latest] = await shop.receipts();
  const paper = latest === undefined ? '' : await paperText((path) => shop.call('GET', path), latest);
  trial.holds('и текст са касе', /КРАЈ ФИСКАЛНОГ РАЧУНА[\s\S]*Дођите нам опет/.test(paper));
};

const smallerLetters: Check = async (trial) => {
  const printers = await trial.stage.printers();
  const adText = 'Hvala na kupovini';
  const invoice = await trial.issue({ ...COFFEE, adText, print: 'slova80' });
  const printed = await printers.paperOf(invoice.uuid, 'slova80');
  const { rows } = printed.read();
  const [body, advert] = ['Укупан износ', adText].map((word) => rows.find(({ text }) => text.includes(word)));
  trial.paper('папир', invoice, printed);
  const sizes = [body, advert].map((row) => `${row?.cellWidth ?? 0}×${row?.cellHeight ?? 0}`);
  const isSmaller = body !== undefined && advert !== undefined && advert.cellWidth < body.cellWidth;
  trial.holds('слова рекламе су мања', isSmaller, sizes.join(' према '));
};

const serbian: Check = async (trial) => {
  const invoice = await trial.issue(SALE);
  const captions = rowsOf(invoice.journal)
    .filter((row) => /^[^:]+:/.test(row))
    .map((row) => row.split(':')[0] ?? '');
  trial.answer(captions.join(', '));
  trial.holds(
    'натписи су ћирилицом',
    captions.every((caption) => /^[\p{Script=Cyrillic}\s.]+$/u.test(caption)),
  );
};

const timeForm: Check = async (trial) => {
  const invoice = await trial.issue(COFFEE);
  const row = rowsOf(invoice.journal).find((one) => one.startsWith('ПФР време:')) ?? '';
  trial.holds(
    'облик дд.мм.гггг. и сат од 0 до 23, како их пише ПФР',
    /^ПФР време: \d\d\.\d\d\.\d{4}\. \d{1,2}:\d\d:\d\d$/.test(row),
    row,
  );
};

const proFormaTraits: Check = async (trial) => {
  const shop = await trial.shop();
  const invoice = await receipt(trial, PRO_FORMA_SALE);
  trial.rows(invoice, 'Готовина: 0,00');
  trial.holds('на исечку нема плаћеног износа', !/(?:Готовина|картица):\s+[1-9]/.test(invoice.journal));
  const sheet = await shop.call('GET', `/invoices/${invoice.uuid}/document?paper=a4&format=html`);
  const text = textOfSheet(sheet.text);
  trial.papers.push({ title: 'А4', text, files: [trial.file('a4.html', sheet.text)] });
  trial.holds('на А4 нема плаћеног износа', !/(?:Готовина|картица):?\s+[1-9]/.test(text));
  trial.holds('на А4 нема упутства за плаћање', !/Како да платите|IPS/.test(text));
};

const signature: Check = async (trial) => {
  for (const sample of [COPY_REFUND, SIGNED_COPY]) {
    const made = await makeSample(trial.stage, sample, trial.folder);
    if (made.invoice !== undefined) trial.paper(sample.title, made.invoice, made.printed);
    const text = made.text;
    trial.holds(
      `${sample.title}: линија за потпис је изнад краја`,
      /Потпис купца:\s*_+[\s\S]*НИЈЕ ФИСКАЛНИ РАЧУН/.test(text),
      made.fault,
    );
  }
};

const copyAfterCash: Check = async (trial) => {
  const television = { name: 'Color TV Sony', quantity: 1, unitPrice: 7000, label: 'Ђ' };
  const sale = await trial.issue({ ...COFFEE, items: [television] });
  await trial.atPage(`till/find/${sale.uuid}`, async (page) => {
    await page.getByRole('button', { name: 'Рефундирај', exact: true }).click();
    await page.getByRole('button', { name: 'Врати све' }).click();
    await page.getByLabel('Документ купца').selectOption('20');
    await page.getByLabel('Број', { exact: true }).fill(PERSON.slice(3));
    await page.getByRole('button', { name: /^Рефундирај \d/ }).click();
    await page.getByText(/Вратите купцу/).waitFor();
    const isOffered = await trial.shows(
      'после рефундације готовином каса тражи копију за потпис',
      page.getByText(/издајте копију рефундације, коју он потписује/),
    );
    await trial.picture(page, 'после рефундације');
    await likeSample(trial, CASH_REFUND);
    if (isOffered) await page.getByRole('button', { name: 'Копија' }).click();
    if (isOffered) await page.getByRole('button', { name: 'Издај копију' }).click();
    await trial.shows('копија је издата', page.getByText('Копија је издата'));
  });
  await likeSample(trial, SIGNED_COPY);
};

const toldApart: Check = async (trial) => {
  for (const [sample, word] of [
    [COPY_SALE, 'КОПИЈА'],
    [TRAINING_SALE, 'ОБУКА'],
    [PRO_FORMA_SALE, 'ПРЕДРАЧУН'],
  ] as const) {
    const invoice = await receipt(trial, sample);
    trial.holds(
      `${word} је на рачуну`,
      rowsOf(invoice.journal).some((row) => row.startsWith(word)),
    );
  }
};

export const DELIVERY_CHECKS: Readonly<Record<string, Check>> = {
  R01: rollCheck('rolna58'),
  R02: rollCheck('rolna80', 'slova80'),
  R03: sheetA4,
  R05: rollCheck('rolna80'),
  R06: electronic,
  R07: wholeMail,
  R08: advertising,
  R09: smallerLetters,
  R10: serbian,
  R11: timeForm,
  R12: proFormaTraits,
  R13: signature,
  R14: copyAfterCash,
  R15: toldApart,
};
