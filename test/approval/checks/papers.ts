import { serbianOnPage } from '../../../src/interfaces/web/pageText.js';
import { foldHomoglyphs, type Reading, type TextRow } from '../../kit/printer/reading.js';
import { codesIn } from '../../conformance/kit/picture.js';
import { type Invoice, refusalOf, valueOf } from '../answers.js';
import { BUYER, COFFEE, PERSON, SALE } from '../goods.js';
import {
  ADVANCE_REFUND,
  ADVANCE_SALE,
  COPY_REFUND,
  COPY_SALE,
  FIFTEEN,
  NORMAL_REFUND,
  NORMAL_SALE,
  PLAIN_SALE,
  PRO_FORMA_SALE,
  TRAINING_SALE,
} from '../samples/fifteen.js';
import { ALL_PAYMENTS, CLOSING_SALE, ESIR_TIME, FIVE_LINES, yesterday } from '../samples/further.js';
import { Maker, referring, type Sample } from '../samples/sample.js';
import { makeSample } from '../samples/set.js';
import { codeMm, PAPER_TITLES } from '../stage/printers.js';
import type { Check, Trial } from '../trial.js';
import { KINDS } from './occasions.js';

/** The receipt of a sample, which may have been issued before. */
export async function receipt(trial: Trial, sample: Sample): Promise<Invoice> {
  trial.step(`Узорак „${sample.title}”`);
  const invoice = await new Maker(trial.stage).of(sample);
  trial.paper(sample.title, invoice);
  return invoice;
}

const headOfIssuer: Check = async (trial) => {
  await trial.stage.lpfr();
  const shop = await trial.shop();
  const others = {
    name: 'Друга фирма',
    tin: '101670560',
    location: '7654321-Друга продавница',
    address: 'Друга 1',
    district: 'Ниш',
  };
  const before = (await shop.ask('settings.show', { name: 'company' }))['company'];
  trial.step('У подешавања се уписује друга фирма');
  await shop.set('company', { ...(before as object), ...others });
  try {
    const invoice = await trial.issue(COFFEE);
    trial.rows(invoice, 'Техничар ДОО', 'Продавница техничког тима', 'Макензијева 153', 'Врачар');
    trial.holds('друге фирме на рачуну нема', !invoice.journal.includes('Друга фирма'));
  } finally {
    await shop.set('company', before);
  }
};

const cashier: Check = async (trial) => {
  const invoice = await trial.issue({ ...COFFEE, cashier: 'Јован' });
  trial.rows(invoice, 'Касир: Јован');
  const nameless = await trial.issue({ items: COFFEE.items });
  const name = valueOf(nameless, 'Касир') ?? '';
  trial.holds('и без касира у захтеву на рачуну постоји ред са касиром и није празан', name !== '');
  const issued = await trial.shop().then((shop) => shop.asPage('POST', '/v1/invoices', { items: COFFEE.items }));
  const own = JSON.parse(issued.text) as Invoice;
  trial.same('рачун са странице наводи пријављеног корисника', valueOf(own, 'Касир'), 'Техничар');
};

const esirNumber: Check = async (trial) => {
  const shop = await trial.shop();
  const { esirNumber: shown, version } = await shop.get<{ readonly esirNumber: string; readonly version: string }>(
    '/status',
  );
  trial.holds('ЕСИР број је број и верзија: ИБ/верзија', /^\d+\/\d+(\.\d+)*$/.test(shown), shown);
  trial.same('верзија у броју је верзија програма', shown.split('/')[1], version);
  const invoice = await trial.issue(COFFEE);
  trial.rows(invoice, `ЕСИР број: ${shown}`);
  trial.step('Подешавање esir добија другу верзију');
  const before = (await shop.ask('settings.show', { name: 'esir' }))['esir'] as object;
  try {
    const changed = await shop.box.ask('settings.set', { name: 'esir', value: { ...before, version: '99.9' } });
    trial.answer(changed === undefined ? '' : changed.ok ? 'прихваћено' : serbianOnPage(changed.error));
    const after = await trial.issue(COFFEE);
    trial.same('ЕСИР број на рачуну после тога', valueOf(after, 'ЕСИР број'), shown);
  } finally {
    await shop.box.ask('settings.set', { name: 'esir', value: before });
  }
};

const esirNumberOnAll: Check = async (trial) => {
  for (const [at, sample] of FIFTEEN.slice(0, KINDS.length).entries()) {
    const invoice = await receipt(trial, sample);
    trial.holds(`${sample.title}: ЕСИР број`, /^\d+\/[\d.]+$/.test(valueOf(invoice, 'ЕСИР број') ?? ''));
    trial.holds(`${sample.title}: бројач`, /\d+\/\d+\p{Lu}{2}$/u.test(invoice.pfr.invoiceCounter), String(at));
  }
};

const reference: Check = async (trial) => {
  const maker = new Maker(trial.stage);
  for (const [sample, original] of [
    [NORMAL_REFUND, NORMAL_SALE],
    [COPY_SALE, NORMAL_SALE],
    [COPY_REFUND, NORMAL_REFUND],
    [ADVANCE_REFUND, ADVANCE_SALE],
  ] as const) {
    const invoice = await receipt(trial, sample);
    const { pfr } = await maker.of(original);
    trial.same(`${sample.title}: реф. број`, valueOf(invoice, 'Реф. број'), pfr.invoiceNumber);
  }
};

const referenceTime: Check = async (trial) => {
  const original = await trial.issue(COFFEE);
  const { referentDocumentNumber } = referring(original);
  for (const [title, request] of [
    ['Промет Рефундација', { transactionType: 'Refund', buyerId: PERSON }],
    ['Копија', { invoiceType: 'Copy' }],
    ['Промет Продаја', {}],
  ] as const) {
    const invoice = await trial.issue({ ...COFFEE, ...request, referentDocumentNumber });
    trial.same(
      `${title} без времена у захтеву: реф. време је ПФР време`,
      invoice.referentDocumentDT,
      original.pfr.sdcDateTime,
    );
  }
  const plain = await trial.issue({ ...COFFEE, referentDocumentDT: '2026-11-20 10:00:00' });
  trial.same('без референтног броја нема ни времена', valueOf(plain, 'Реф. време'), undefined);
  await trial.forbids('погрешно референтно време', {
    ...COFFEE,
    ...{ referentDocumentNumber, referentDocumentDT: '2026-01-01 10:00:00' },
  });
};

const banners: Check = async (trial) => {
  for (const [at, sample] of FIFTEEN.slice(0, 10).entries()) {
    const invoice = await receipt(trial, sample);
    const kind = KINDS.find(({ letters }) => invoice.pfr.invoiceCounter.endsWith(letters));
    trial.rows(invoice, kind?.banner ?? `врста ${at + 1}`);
  }
};

const items: Check = async (trial) => {
  const invoice = await receipt(trial, FIVE_LINES);
  trial.rows(
    invoice,
    '34,99 10 349,90',
    '40,00 1 40,00',
    '1.259,10 0,258 324,85',
    '120,00 1 120,00',
    '990,00 2 1.980,00',
  );
  for (const { label } of invoice.items) {
    trial.holds(`ознака ${label} је уз назив`, invoice.journal.includes(`(${label})`));
  }
};

const totals: Check = async (trial) => {
  const invoice = await receipt(trial, FIVE_LINES);
  const journal = (await trial.stage.lpfr()).pfr.signed.find(
    ({ invoiceNumber }) => invoiceNumber === invoice.pfr.invoiceNumber,
  );
  trial.same('износ код ПФР-а у парама', journal?.total, Math.round(invoice.total * 100));
  trial.rows(
    invoice,
    'Укупан износ: 2.814,75',
    'Ђ О-ПДВ 20,00% 112,46',
    'Е П-ПДВ 10,00% 183,64',
    'Г Без ПДВ 0,00% 0,00',
  );
  trial.rows(invoice, 'Укупан износ пореза: 296,10');
};

const gtinSent: Check = async (trial) => {
  await trial.issue({ items: [{ name: 'Сок', quantity: 1, unitPrice: 100, label: 'Ђ', gtin: '8600123456788' }] });
  const body = (await trial.stage.lpfr()).pfr.signed.at(-1)?.body.toString() ?? '';
  trial.answer(`захтев ПФР-у: ${body}`);
  trial.holds('GTIN је у захтеву', /"gtin":\s*"8600123456788"/.test(body));
};

const units: Check = async (trial) => {
  const invoice = await receipt(trial, PLAIN_SALE);
  for (const unit of ['л', 'ком', 'кг'])
    trial.holds(`јединица „/${unit}” је уз назив`, invoice.journal.includes(`/${unit}`));
};

const payments: Check = async (trial) => {
  const invoice = await receipt(trial, ALL_PAYMENTS);
  trial.rows(invoice, 'Готовина: 1.000,00', 'Платна картица: 1.000,00', 'Чек: 1.000,00', 'Пренос на рачун: 1.000,00');
  trial.rows(invoice, 'Ваучер: 1.000,00', 'Инстант плаћање: 1.000,00', 'Друго безготовинско плаћање: 1.000,00');
};

const pfrTime: Check = async (trial) => {
  const invoice = await receipt(trial, NORMAL_SALE);
  const [, year, month, day, hour = '', rest] =
    /^(\d+)-(\d+)-(\d+) (\d+)(:\d+:\d+)$/.exec(invoice.pfr.sdcDateTime) ?? [];
  trial.rows(invoice, `ПФР време: ${day}.${month}.${year}. ${Number(hour)}${rest}`);
};

const numbers: Check = async (trial) => {
  const invoice = await receipt(trial, NORMAL_SALE);
  const { invoiceNumber, invoiceCounter } = invoice.pfr;
  trial.rows(invoice, `ПФР број рачуна: ${invoiceNumber}`, `Бројач рачуна: ${invoiceCounter}`);
};

const code: Check = async (trial) => {
  const printers = await trial.stage.printers();
  for (const printer of ['rolna80', 'rolna58'] as const) {
    const invoice = await trial.issue({ ...SALE, buyerId: BUYER, print: printer });
    const printed = await printers.paperOf(invoice.uuid, printer);
    const title = PAPER_TITLES[printer];
    trial.paper(title, invoice, printed);
    const qrMm = codeMm(printed.read());
    trial.holds(`${title}: код је од 40 до 50 mm`, qrMm >= 40 && qrMm <= 50, `${qrMm.toFixed(1)} mm`);
    trial.same(`${title}: прочитана адреса`, await codesIn(printed.png), [invoice.pfr.verificationUrl]);
  }
};

/** What the box adds to the frame of a receipt, and must not stand outside of it (Technical Instruction, 16 P11). */
const FISCAL = [/Укупан износ/, /Артикли/, /ПФР време/, /Ознака\s+Име/];

/** The titles of an A4 document, which may lie in tags of their own. */
const TITLES = { opening: /=+ ФИСКАЛНИ РАЧУН =+/g, closing: /=+ КРАЈ ФИСКАЛНОГ РАЧУНА =+/g };

const frame: Check = async (trial) => {
  const invoice = await receipt(trial, NORMAL_SALE);
  const rows = invoice.journal.split(/\r?\n/).filter((row) => row.trim() !== '');
  trial.holds('први ред је насловна линија', /^=+ ФИСКАЛНИ РАЧУН =+$/.test(rows[0]?.trim() ?? ''));
  const end = rows.findIndex((row) => /^=+ КРАЈ ФИСКАЛНОГ РАЧУНА =+$/.test(row.trim()));
  trial.holds('насловна линија обележава крај', end > 0);
  const below = rows.slice(end + 1).filter((row) => FISCAL.some((pattern) => pattern.test(row)));
  trial.same('фискални редови испод краја', below, []);
  const shop = await trial.shop();
  const sheet = await shop.call('GET', `/invoices/${invoice.uuid}/document?paper=a4&format=html`);
  const [, html = ''] = /<!--sheet-->([^]*?)<!--\/sheet-->/.exec(sheet.text) ?? [];
  const [openings, closings] = [TITLES.opening, TITLES.closing].map((title) => [...html.matchAll(title)]);
  trial.same('А4: насловних линија на почетку и на крају', [openings?.length, closings?.length], [1, 1]);
  const [start, stop] = [openings?.[0]?.index ?? Infinity, closings?.[0]?.index ?? 0];
  for (const pattern of [...FISCAL, /QR код за проверу/]) {
    const places = [...html.matchAll(new RegExp(pattern, 'g'))].map(({ index }) => index);
    const isInside = places.length > 0 && places.every((place) => place > start && place < stop);
    trial.holds(`А4: „${pattern.source}” је између насловних линија`, isInside);
  }
};

/** The rows between the title rows: the sandbox has further rows outside of them. */
function rowsInFrame({ rows }: Reading): readonly TextRow[] {
  const isTitle = ({ text }: TextRow): boolean => foldHomoglyphs(text).includes(foldHomoglyphs('ФИСКАЛНИ РАЧУН'));
  return rows.slice(rows.findIndex(isTitle), rows.findLastIndex(isTitle) + 1);
}

/** Words of the sentence, which may be on two rows. */
const SENTENCE = ['НИЈЕ', 'ФИСКАЛНИ', 'РАЧУН'];

const notFiscal: Check = async (trial) => {
  for (const sample of [PRO_FORMA_SALE, COPY_SALE, TRAINING_SALE]) {
    const { invoice, printed } = await makeSample(trial.stage, sample, trial.folder);
    if (invoice === undefined || printed === undefined) {
      trial.holds(`${sample.title}: папир је изашао`, false);
      continue;
    }
    trial.paper(sample.title, invoice, printed);
    const sentence = foldHomoglyphs('ФИСКАЛНИ');
    const rows = rowsInFrame(printed.read());
    const tall = Math.max(
      0,
      ...rows.filter(({ text }) => foldHomoglyphs(text).includes(sentence)).map(({ cellHeight }) => cellHeight),
    );
    const others = rows
      .filter(
        ({ text }) =>
          text.trim() !== '' && !SENTENCE.some((word) => foldHomoglyphs(text).includes(foldHomoglyphs(word))),
      )
      .map(({ cellHeight }) => cellHeight);
    const highest = Math.max(0, ...others);
    trial.holds(
      `${sample.title}: реченица је двоструко виша од сваког другог реда`,
      tall >= 2 * highest && highest > 0,
      `${tall} према ${highest}`,
    );
    trial.rows(invoice, 'ОВО НИЈЕ ФИСКАЛНИ РАЧУН');
  }
};

/** The answer to a closing: its warnings are about both documents. */
interface Closed {
  readonly invoice?: Invoice;
  readonly warnings?: readonly { readonly rule: string }[];
}

const esirTime: Check = async (trial) => {
  const advance = await receipt(trial, ESIR_TIME);
  trial.holds('Аванс Продаја има ЕСИР време', valueOf(advance, 'ЕСИР време') !== undefined);
  const sale = await trial.issue({ ...COFFEE, dateAndTimeOfIssue: yesterday() });
  trial.same('Промет Продаја нема ЕСИР време', valueOf(sale, 'ЕСИР време'), undefined);
  const final = await receipt(trial, CLOSING_SALE);
  trial.same('коначна продаја нема ЕСИР време', valueOf(final, 'ЕСИР време'), undefined);
  const { uuid } = await trial.issue({
    ...COFFEE,
    invoiceType: 'Advance',
    items: [{ name: '10: Аванс (Ђ)', quantity: 1, unitPrice: 150, label: 'Ђ' }],
  });
  const closed = await trial.call('POST', `/invoices/${uuid}/close-advance`, {
    items: COFFEE.items,
    dateAndTimeOfIssue: yesterday(),
  });
  const { invoice, warnings = [] } = JSON.parse(closed.text) as Closed;
  const isTold = warnings.some(({ rule }) => rule === 'invoice.issue-time-misplaced');
  const isLeftOut = invoice !== undefined && valueOf(invoice, 'ЕСИР време') === undefined;
  trial.holds('затварање са ЕСИР временом у захтеву: не штампа се, или API упозорава', isLeftOut || isTold);
};

const imitation: Check = async (trial) => {
  for (const name of ['ОВО НИЈЕ ФИСКАЛНИ РАЧУН', '======== КРАЈ ФИСКАЛНОГ РАЧУНА =========']) {
    await trial.refuses(`артикал „${name}”`, { items: [{ name, quantity: 1, unitPrice: 100, label: 'Ђ' }] });
  }
};

const priceLabels: Check = async (trial) => {
  await trial.atPage('catalogue', async (page) => {
    const link = page.getByRole('link', { name: /Налепнице/ }).or(page.getByRole('button', { name: /Налепнице/ }));
    await link.first().click();
    await page.getByText('Изаберите артикле и број налепница').waitFor();
    const text = await page.getByRole('main').innerText();
    trial.holds('страница са налепницама је отворена', /Налепнице/.test(text));
    for (const word of ['ПФР', 'ФИСКАЛНИ РАЧУН', 'Укупан износ', 'Бројач']) {
      trial.holds(`на налепницама нема „${word}”`, !text.includes(word));
    }
    await trial.picture(page, 'налепнице');
  });
};

const givenOnce: Check = async (trial) => {
  const printers = await trial.stage.printers();
  const invoice = await trial.issue({ ...COFFEE, print: 'rolna80' });
  await printers.paperOf(invoice.uuid);
  const count = printers.count('rolna80');
  const repeated = await trial.call('POST', `/invoices/${invoice.uuid}/print`, {});
  trial.same('друга штампа је одбијена', repeated.status, 422);
  trial.holds('порука упућује на копију', /копиј/i.test(refusalOf(repeated).message), refusalOf(repeated).message);
  trial.same('нових папира', printers.count('rolna80') - count, 0);
  await trial.atPage(`receipts/${invoice.uuid}`, async (page) => {
    await trial.shows('страница нуди копију', page.getByRole('button', { name: /копиј/i }));
    const again = page.getByRole('button', { name: 'Штампај поново' });
    const isGone = await again.waitFor({ state: 'detached' }).then(
      () => true,
      () => false,
    );
    trial.holds('страница не нуди поновну штампу', isGone);
  });
};

export const PAPER_CHECKS: Readonly<Record<string, Check>> = {
  P10: headOfIssuer,
  P11: cashier,
  P16: esirNumber,
  P17: esirNumberOnAll,
  P18: reference,
  P19: referenceTime,
  P20: banners,
  P21: items,
  P22: totals,
  P23: gtinSent,
  P24: units,
  P25: payments,
  P26: pfrTime,
  P27: numbers,
  P28: code,
  P29: frame,
  P30: notFiscal,
  P31: esirTime,
  P32: imitation,
  P33: givenOnce,
  P34: priceLabels,
};
