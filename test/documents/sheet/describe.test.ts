import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { INVOICE_TYPES, TRANSACTION_TYPES } from '../../../src/base/fiscal.js';
import type { IssuedInvoice } from '../../../src/ledger/invoice.js';
import { printedJournal } from '../../../src/journal/printedJournal.js';
import { describeSheet } from '../../../src/documents/sheet/describe.js';
import { type Block, PAPERS, type Paper, type Slip } from '../../../src/documents/sheet/sheet.js';
import { draft, line } from '../../journal/drafts.js';
import { ADVANCE, COPY_REFUND, goods, issued, REFUND, SALE, SMALL_SALE } from '../../journal/invoices.js';

function block<K extends Block['kind']>(
  invoice: IssuedInvoice,
  kind: K,
  paper: Paper = 'a4',
): Extract<Block, { kind: K }> {
  const found = blocks(invoice, paper).find((block) => block.kind === kind);
  if (found === undefined) throw new Error(`no ${kind}`);
  return found as Extract<Block, { kind: K }>;
}

function blocks(invoice: IssuedInvoice, paper: Paper = 'a4'): Block[] {
  return describeSheet(invoice, paper).blocks.flatMap((block) =>
    block.kind === 'pair' ? [block.left, block.right] : [block],
  );
}

function facts(invoice: IssuedInvoice): Record<string, string> {
  return Object.fromEntries(block(invoice, 'facts').rows.map(({ caption, value }) => [caption, value]));
}

/** All lines of a slip down to the closing line. */
function textOf({ pieces, end }: Slip): string {
  const rows = [...pieces.flatMap(({ rows }) => rows), ...end.above, ...end.below];
  return rows.map((row) => `${row}\r\n`).join('');
}

test('the slip has every character of the processor on every paper and for every kind', () => {
  for (const paper of PAPERS) {
    for (const invoiceType of INVOICE_TYPES) {
      for (const transactionType of TRANSACTION_TYPES) {
        const of = draft(invoiceType, transactionType, goods(7));
        const invoice = issued(of, { mode: 'demo' });
        assert.is(textOf(block(invoice, 'slip', paper)), printedJournal(invoice.signature.journal, of));
      }
    }
  }
});

test('the QR code is between the last rule and the closing row, with the PFR numbers above it', () => {
  const { end } = block(issued(SALE), 'slip', 'a5');
  assert.equal(
    end.above.map((line) => line.slice(0, 15)),
    ['ПФР време:     ', 'ПФР број рачуна', 'Бројач рачуна: ', '==============='],
  );
  assert.ok(end.code);
  assert.equal(end.below, ['======== КРАЈ ФИСКАЛНОГ РАЧУНА =========']);
});

test('on a copy of a refund the signature of the buyer is between the code and the closing row', () => {
  const { end } = block(issued(COPY_REFUND, { mode: 'demo' }), 'slip', 'a5');
  assert.equal(end.below, [
    '',
    '',
    'Потпис купца: __________________________',
    '   ДЕМО РАЧУН - БЕЗ ФИСКАЛНЕ ВАЖНОСТИ   ',
    '======== ОВО НИЈЕ ФИСКАЛНИ РАЧУН =======',
  ]);
});

test('the advertising text is below the frame', () => {
  assert.equal(block(issued(SMALL_SALE), 'slip', 'a5').advert, [
    'Хвала на поверењу!',
    'Недељом радимо од 7 до 13 часова.',
  ]);
});

test('an item, however long its name, and the taxes stay in one piece each', () => {
  const name = 'Минерална вода „Књаз Милош“ у повратној стакленој амбалажи';
  const { pieces } = block(
    issued(draft('Normal', 'Sale', [line('Кафа', 'Ђ', 150), line(name, 'Ђ', 75, 6, 'фл')])),
    'slip',
  );
  const texts = pieces.map(({ rows }) => rows.map((one) => one.replace(/ +/g, ' ').trim()));
  assert.equal(texts[2], [name.slice(0, 40).trim(), `${name.slice(40)}/фл (Ђ)`, '75,00 6 450,00']);
  assert.equal(texts[5], ['Ознака Име Стопа Порез', 'Ђ О-ПДВ 20,00% 100,00', '-'.repeat(40)]);
});

test('no piece is longer than twenty lines, so that every page can take it', () => {
  const payments = Array.from({ length: 50 }, () => ({ paymentType: 'Cash', amount: 100 }) as const);
  const { pieces } = block(issued(draft('Normal', 'Sale', [line('Кафа', 'Ђ', 50)], { payments })), 'slip');
  assert.is(Math.max(...pieces.map(({ rows }) => rows.length)), 20);
});

test('only papers that are no fiscal receipts carry the large sentence, in the document and in the slip', () => {
  for (const invoiceType of INVOICE_TYPES) {
    const invoice = issued(draft(invoiceType, 'Sale', goods(1)));
    const fiscal = invoiceType === 'Normal' || invoiceType === 'Advance';
    assert.is(blocks(invoice).filter(({ kind }) => kind === 'sentence').length, fiscal ? 0 : 1, invoiceType);
    assert.is(block(invoice, 'slip').pieces.filter(({ large }) => large).length, fiscal ? 0 : 1, invoiceType);
  }
});

test('what has no fiscal validity says so', () => {
  const notices = (invoice: IssuedInvoice, paper: Paper): string[] =>
    blocks(invoice, paper).flatMap((found) => (found.kind === 'banner' ? [found.text] : []));
  assert.equal(notices(issued(SALE), 'a4'), []);
  for (const paper of PAPERS) {
    const sandbox = issued(SALE, { environment: 'sandbox' });
    assert.equal(notices(sandbox, paper), ['ТЕСТНО ОКРУЖЕЊЕ - БЕЗ ФИСКАЛНЕ ВАЖНОСТИ']);
    const demo = issued(SALE, { mode: 'demo' });
    const said = [...notices(demo, paper), textOf(block(demo, 'slip', paper))].join();
    assert.match(said, 'ДЕМО РАЧУН - БЕЗ ФИСКАЛНЕ ВАЖНОСТИ');
  }
});

test('the document names the numbers and times of the receipt and of what it refers to', () => {
  assert.equal(facts(issued(REFUND)), {
    'ПФР број рачуна': 'ABCD2345-ABCD2345-51',
    'ЕСИР број': '123/1.0',
    'Бројач рачуна': '17/51ПР',
    'ПФР време': '21.11.2026. 8:05:09',
    Касир: 'Милица',
    'Реф. број': 'ABCD2345-ABCD2345-50',
    'Реф. време': '20.11.2026. 17:42:08',
  });
  assert.is(facts(issued(ADVANCE))['ЕСИР време'], '19.11.2026. 9:12:44');
});

test('the ESIR number is that of the receipt, however long it is', () => {
  for (const esirNumber of ['1/1', `${'1'.repeat(14)}/${'2'.repeat(14)}`, `${'1'.repeat(30)}/${'2'.repeat(29)}`]) {
    assert.is(facts(issued(SALE, { esirNumber }))['ЕСИР број'], esirNumber);
  }
  const invoice = issued(SALE);
  const unknown = { ...invoice, signature: { ...invoice.signature, journal: 'no such line' } };
  assert.is(facts(unknown)['ЕСИР број'], undefined);
});

test('items, taxes and payments are in their tables as on the receipt', () => {
  const of = draft('Normal', 'Sale', [line('Кафа', 'Ђ', 1180.5, 2), line('Хлеб', 'Е', 61.5, 0.5, 'кг')]);
  const tables = blocks(issued(of)).flatMap((found) => (found.kind === 'table' ? [found] : []));
  assert.equal(
    tables.map(({ rows, foot }) => [...rows, foot]),
    [
      [
        ['1.', 'Кафа', 'ком', '2', '1.180,50', 'Ђ', '20,00%', '2.361,00'],
        ['2.', 'Хлеб', 'кг', '0,500', '61,50', 'Е', '10,00%', '30,75'],
        null,
      ],
      [
        ['Ђ', 'О-ПДВ', '20,00%', '1.967,50', '393,50', '2.361,00'],
        ['Е', 'П-ПДВ', '10,00%', '27,95', '2,80', '30,75'],
        ['', 'Свега', '', '1.995,45', '396,30', '2.391,75'],
      ],
      [
        ['Готовина', '2.391,75'],
        ['Свега', '2.391,75'],
      ],
    ],
  );
  for (const { columns, rows } of tables) {
    assert.is(
      columns.reduce((sum, { share }) => sum + share, 0),
      100,
    );
    for (const row of rows) assert.is(row.length, columns.length);
  }
});

test('on a refund only the totals of the lines are negative', () => {
  const invoice = issued(REFUND);
  assert.equal(block(invoice, 'table').rows[0]?.slice(3), ['2', '180,00', 'Е', '10,00%', '-360,00']);
  assert.equal(block(invoice, 'amount'), { kind: 'amount', caption: 'Укупна рефундација', amount: '449,99 RSD' });
});

test('many payments are below the taxes instead of next to them', () => {
  const payments = Array.from({ length: 500 }, () => ({ paymentType: 'Cash', amount: 100 }) as const);
  const sheet = describeSheet(issued(draft('Normal', 'Sale', [line('Кафа', 'Ђ', 500)], { payments })), 'a4');
  assert.is(sheet.blocks.filter(({ kind }) => kind === 'table').length, 3);
});

test('a table with a million is not next to another table, where the number would break in two', () => {
  const papers = [9999.99, 10_000].map((price) =>
    describeSheet(issued(draft('Normal', 'Sale', [line('Кафа', 'Ђ', price, 100)])), 'a4'),
  );
  assert.equal(
    papers.map(({ blocks }) => blocks.filter(({ kind }) => kind === 'table').length),
    [1, 3],
  );
});

test('a line that would forge another one stays one line', () => {
  const invoice = issued(draft('Normal', 'Sale', [line('Кафа\r\nУкупно 0,00', 'Ђ', 180)]));
  assert.is(block(invoice, 'table').rows[0]?.[1], 'Кафа Укупно 0,00');
});

test.run();
