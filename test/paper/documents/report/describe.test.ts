import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { LANGUAGES } from '../../../../src/base/bilingual.js';
import { drawPdf } from '../../../../src/paper/documents/pdf/draw.js';
import { PdfRenderer } from '../../../../src/paper/documents/pdf/renderer.js';
import { describeReport } from '../../../../src/paper/documents/report/describe.js';
import { NO_LIMIT } from '../../../kit/drawing.js';
import { needsPoppler, pdfPages } from '../sheet/texts.js';
import { COUNTED, itemTable, report } from './reports.js';

const HEADS = {
  'sr-Cyrl': ['Извештај о промету', 'ПИБ: 100000049', 'Састављен: 30.11.2026. 21:05', 'Страна 1 од 1', '12.345,50 RSD'],
  'sr-Latn': [
    'Izveštaj o prometu',
    'PIB: 100000049',
    'Sastavljen: 30.11.2026. 21:05',
    'Strana 1 od 1',
    '12.345,50 RSD',
  ],
  en: ['Turnover report', 'TIN: 100000049', 'Created: 30.11.2026. 21:05', 'Page 1 of 1', '12,345.50 RSD'],
} as const;

needsPoppler('a report has the head of the shop and its words in the language that was asked for', async () => {
  for (const language of LANGUAGES) {
    const [page = ''] = pdfPages(await drawPdf(describeReport(report({ language }))));
    for (const words of HEADS[language]) assert.ok(page.includes(words), `${language}: ${words} in ${page}`);
    // What the shop is called, and what it sells, stays as it is.
    for (const own of ['ПЕКАРА ЗЛАТНО ЗРНО ДОО', '1234567-Пекара Златно зрно', 'Ђеврек са сусамом', 'Љубица']) {
      assert.ok(page.includes(own), `${language}: ${own}`);
    }
  }
});

needsPoppler('a long table has its head on every page, and the rows of all pages are those of the report', async () => {
  const rows = Array.from({ length: 150 }, (_, at) => {
    return [`Артикал ${at}.`, 'ком', 'Ђ', { quantity: 1, unit: 'ком' }, '10,00'];
  });
  const pages = pdfPages(await drawPdf(describeReport(report({}, itemTable({ rows, more: null })))));
  assert.ok(pages.length > 2);
  for (const page of pages.slice(1)) assert.ok(/^\s*Артикал\s+Ј\. м\./.test(page), page.slice(0, 80));
  const numbers = Array.from(pages.join('\n').matchAll(/Артикал (\d+)\./g), ([, number]) => Number(number));
  assert.equal(numbers, [...rows.keys()]);
});

test('what is not shown is said: other rows, items of too many receipts, a period without receipts', () => {
  const text = JSON.stringify(describeReport(report()).blocks);
  assert.ok(text.includes('Осталих: 7'));
  assert.not.ok(text.includes('ПРОБНО'));
  const many = describeReport(
    report({ tables: COUNTED, tooMany: { receipts: 50_000, most: 40_000 }, environment: 'sandbox' }),
  );
  assert.match(JSON.stringify(many.blocks), /ПРОБНО ОКРУЖЕЊЕ.*Период има 50000 рачуна/);
  const closedAdvances = { count: 0, amount: '0,00' };
  const totals = { invoices: 0, turnover: '0,00', refunds: 0, refunded: '0,00', closedAdvances };
  const empty = describeReport(report({ totals })).blocks;
  assert.match(JSON.stringify(empty), /нема промета/);
  assert.not.ok(empty.some(({ kind }) => kind === 'table'));
});

test('taxes, closed advances and advances among the items are named', () => {
  const advance = [{ sr: 'Аванс', en: 'Advance' }, '', 'Ђ', null, '0,00'];
  const described = describeReport(report({ language: 'en' }, itemTable({ rows: [advance], more: null })));
  const text = JSON.stringify(described.blocks);
  assert.match(text, /Advances closed \(2\)","value":"1,500.00"/);
  assert.match(text, /\["Ђ О-ПДВ","20.00%","12,000.00","2,000.00"\]/);
  assert.match(text, /\["Total tax","","","2,031.41"\]/);
  assert.match(text, /\["Advance","","Ђ","","0.00"\]/);
  const totals = { ...report().totals, closedAdvances: { count: 0, amount: '0,00' } };
  const plain = report({ totals, tables: COUNTED });
  assert.not.match(JSON.stringify(describeReport(plain).blocks), /Затворени аванси|Порез"/);
});

test('the drawing process draws the same', async () => {
  const renderer = new PdfRenderer({ limitMs: NO_LIMIT });
  const drawn = await renderer.renderReport(report());
  renderer.stop();
  assert.ok(drawn.ok && drawn.value.equals(await drawPdf(describeReport(report()))));
});

test.run();
