import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { INVOICE_TYPES, TRANSACTION_TYPES } from '../../../../src/contract/fiscal.js';
import type { IssuedInvoice } from '../../../../src/platform/ledger/invoice.js';
import { printedJournal } from '../../../../src/paper/journal/printedJournal.js';
import { model97 } from '../../../../src/paper/journal/ipsCode.js';
import { describeSheet } from '../../../../src/paper/documents/sheet/describe.js';
import {
  type Block,
  type Box,
  PAPERS,
  type Paper,
  type Sheet,
  type Slip,
} from '../../../../src/paper/documents/sheet/sheet.js';
import readQr from 'qr/decode.js';
import type { CompanySetting } from '../../../../src/shop/settings/company.js';
import { COMPANY, draft, line } from '../../journal/drafts.js';
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

/** What the head of the document says, as one text. */
function head(invoice: IssuedInvoice): string {
  const { name, rows, title, number, below } = block(invoice, 'letterhead');
  const cards = block(invoice, 'cards').cards.map(({ caption, strong, rows: more }) => [caption, strong, ...more]);
  return [name, ...rows, title, number, below, ...cards.flat()].join('\n');
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
        const opening = paper === 'a4' ? `${block(invoice, 'opening').text}\r\n` : '';
        assert.is(opening + textOf(block(invoice, 'slip', paper)), printedJournal(invoice.signature.journal, of));
      }
    }
  }
});

// Requirement P29 of an ESIR.
test('on A4 everything that is fiscal is between the one title row and the closing row, also over two pages', () => {
  for (const count of [1, 40]) {
    for (const invoiceType of INVOICE_TYPES) {
      const invoice = issued(draft(invoiceType, 'Sale', goods(count)), { environment: 'sandbox' });
      const kinds = blocks(invoice).map(({ kind }) => kind);
      assert.equal([kinds.indexOf('opening'), kinds.indexOf('slip')], [1, kinds.length - 1], 'after the banner alone');
      const { pieces, end } = block(invoice, 'slip');
      const { text } = block(invoice, 'opening');
      assert.match(
        text,
        invoiceType === 'Normal' || invoiceType === 'Advance' ? /= ФИСКАЛНИ РАЧУН =/ : /НИЈЕ ФИСКАЛНИ/,
      );
      assert.not.ok(pieces.some(({ rows, large }) => !large && rows.some((row) => row.includes('ФИСКАЛНИ РАЧУН'))));
      assert.match(end.below.at(-1) ?? '', /ФИСКАЛН/);
    }
  }
});

test('a title that is not in the form of one stays where the processor put it', () => {
  const invoice = issued(SALE);
  const journal = invoice.signature.journal.replace(/^=+ (ФИСКАЛНИ РАЧУН) =+/, (row) => 'Рачун'.padEnd(row.length));
  const changed = { ...invoice, signature: { ...invoice.signature, journal } };
  assert.not.ok(blocks(changed).some(({ kind }) => kind === 'opening'));
  assert.is(textOf(block(changed, 'slip')), printedJournal(journal, invoice.draft));
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
    '           Хвала на поверењу!           ',
    '   Недељом радимо од 7 до 13 часова.    ',
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

test('a receipt without fiscal validity states that', () => {
  const notices = (invoice: IssuedInvoice, paper: Paper): string[] =>
    blocks(invoice, paper).flatMap((found) => (found.kind === 'banner' ? [found.text] : []));
  assert.equal(notices(issued(SALE), 'a4'), []);
  for (const paper of PAPERS) {
    const sandbox = issued(SALE, { environment: 'sandbox' });
    assert.equal(notices(sandbox, paper), ['ПРОБНО ОКРУЖЕЊЕ - БЕЗ ФИСКАЛНЕ ВАЖНОСТИ']);
    const demo = issued(SALE, { mode: 'demo' });
    const said = [...notices(demo, paper), textOf(block(demo, 'slip', paper))].join();
    assert.match(said, 'ДЕМО РАЧУН - БЕЗ ФИСКАЛНЕ ВАЖНОСТИ');
  }
});

test('the document names the seller, the numbers and times of the receipt and of what it refers to', () => {
  assert.is(
    head(issued(REFUND)),
    [
      'Пекара Ђурђевак д.о.о.',
      'НЕМАЊИНА 4, Београд-Савски венац',
      'ПИБ 100000049',
      'Место продаје 1234567-Пекара код поште',
      'Рефундација',
      'ABCD2345-ABCD2345-51',
      'ПРОМЕТ РЕФУНДАЦИЈА · 17/51ПР',
      'Купац',
      'ПИБ 100000049',
      'ИД купца 10:100000049',
      'Издато (ПФР време)',
      '21.11.2026. 8:05:09',
      'Касир Милица',
      'ЕСИР број 123/1.0',
      'Реф. број',
      'ABCD2345-ABCD2345-50',
      'Реф. време 20.11.2026. 17:42:08',
      'Рачун који се рефундира',
    ].join('\n'),
  );
  assert.match(head(issued(ADVANCE)), /^ЕСИР време 19\.11\.2026\. 9:12:44$/m);
});

test('a buyer is named as people read it, by the code in front of the number', () => {
  const buyer = (buyerId: string | null): string =>
    block(issued(draft('Normal', 'Sale', [line('Кафа', 'Ђ', 150)], { buyerId })), 'cards').cards[0]!.strong;
  assert.is(buyer(null), 'Није наведен');
  assert.is(buyer('10:110163983'), 'ПИБ 110163983');
  assert.is(buyer('12:110163983:12345'), 'ПИБ 110163983 · ЈБКЈС 12345');
  assert.is(buyer('20:001234567'), 'Лична карта 001234567');
  assert.is(buyer('40:ATU12345678'), 'Страни порески број ATU12345678');
});

test('every page names the document, the seller and its TIN', () => {
  for (const paper of PAPERS)
    assert.is(
      describeSheet(issued(SALE), paper).foot,
      'Рачун ABCD2345-ABCD2345-51 · Пекара Ђурђевак д.о.о. · ПИБ 100000049',
    );
});

test('the ESIR number is that of the receipt, however long it is', () => {
  for (const esirNumber of ['1/1', `${'1'.repeat(14)}/${'2'.repeat(14)}`, `${'1'.repeat(30)}/${'2'.repeat(29)}`]) {
    assert.ok(head(issued(SALE, { esirNumber })).includes(esirNumber));
  }
  const invoice = issued(SALE);
  const unknown = { ...invoice, signature: { ...invoice.signature, journal: 'no such line' } };
  assert.not.match(head(unknown), /ЕСИР број/);
});

test('items stand in their table, taxes, total and payments in one column, as on the receipt', () => {
  const invoice = issued(draft('Normal', 'Sale', [line('Кафа', 'Ђ', 1180.5, 2), line('Хлеб', 'Е', 61.5, 0.5, 'кг')]));
  const { columns, rows } = block(invoice, 'table');
  assert.equal(rows, [
    ['1', 'Кафа', '2', 'ком', '1.180,50', '20,00% Ђ', '2.361,00'],
    ['2', 'Хлеб', '0,500', 'кг', '61,50', '10,00% Е', '30,75'],
  ]);
  assert.is(
    columns.reduce((sum, { share }) => sum + share, 0),
    100,
  );
  assert.is(columns.length, rows[0]?.length);
  assert.equal(
    block(invoice, 'sums').rows.map(({ caption, amount, isStrong }) => [caption, amount, ...(isStrong ? ['!'] : [])]),
    [
      ['Основица Ђ', '1.967,50'],
      ['О-ПДВ Ђ 20,00%', '393,50'],
      ['Основица Е', '27,95'],
      ['П-ПДВ Е 10,00%', '2,80'],
      ['Укупан износ пореза', '396,30'],
      ['Укупан износ', '2.391,75 RSD', '!'],
      ['Готовина', '2.391,75'],
    ],
  );
});

test('on a refund only the totals of the lines are negative', () => {
  const invoice = issued(REFUND);
  assert.equal(block(invoice, 'table').rows[0]?.slice(2), ['2', 'ком', '180,00', '10,00% Е', '-360,00']);
  const total = block(invoice, 'sums').rows.find(({ isStrong }) => isStrong);
  assert.equal(total, { caption: 'Укупна рефундација', amount: '449,99 RSD', isStrong: true });
});

test('many payments stand below what is else beside them, so that they may be split between pages', () => {
  const payments = Array.from({ length: 500 }, () => ({ paymentType: 'Cash', amount: 100 }) as const);
  const sheet = describeSheet(issued(draft('Normal', 'Sale', [line('Кафа', 'Ђ', 500)], { payments })), 'a4');
  assert.not.ok(sheet.blocks.some(({ kind }) => kind === 'pair'));
  assert.ok(describeSheet(issued(SALE), 'a4').blocks.some(({ kind }) => kind === 'pair'));
});

const ABOUT_ADVANCE = [
  'Последњи авансни рачун: ABCD2345-ABCD2345-19',
  'Датум последњег авансног рачуна: 20.11.2026. 17:40:00',
  'Износ аванса: 30.000,00',
  'Рефундација аванса: ABCD2345-ABCD2345-20',
];

function final(adText: string, referentNumber: string | null = 'ABCD2345-ABCD2345-20'): IssuedInvoice {
  return issued(draft('Normal', 'Sale', [line('Кухиња', 'Ђ', 50_000)], { adText, referentNumber }));
}

test('the final receipt of a chain of advances says what was paid in advance and what remains', () => {
  assert.equal(block(final([...ABOUT_ADVANCE, 'Гаранција.'].join('\n')), 'box').rows, [
    { caption: 'Последњи аванс', value: 'ABCD2345-ABCD2345-19' },
    { caption: 'Плаћено авансом', value: '30.000,00' },
    { caption: 'Преостало', value: '20.000,00' },
  ]);
  const refund = issued(draft('Advance', 'Refund', [line('10: Аванс (Ђ)', 'Ђ', 30_000)]));
  const rows = (of: IssuedInvoice, advanceRefund: IssuedInvoice): string[] =>
    (boxOf(describeSheet(of, 'a4', { advanceRefund }))?.rows ?? []).map(({ caption, value }) => `${caption} ${value}`);
  assert.equal(rows(final(ABOUT_ADVANCE.join('\n')), refund).slice(1), [
    'Плаћено авансом 30.000,00',
    'ПДВ на аванс 5.000,00',
    'Преостало 20.000,00',
  ]);
  const other = issued(draft('Advance', 'Refund', [line('10: Аванс (Ђ)', 'Ђ', 31_000)]));
  assert.not.match(rows(final(ABOUT_ADVANCE.join('\n')), other).join(), 'ПДВ', 'that refund was not of these advances');
  const less = issued(
    draft('Normal', 'Sale', [line('Полица', 'Ђ', 25_000)], {
      adText: ABOUT_ADVANCE.join('\n'),
      referentNumber: 'ABCD2345-ABCD2345-20',
    }),
  );
  assert.is(rows(less, refund).at(-1), 'Више плаћено 5.000,00');
  for (const other of [
    final('Хвала.'),
    final(ABOUT_ADVANCE.join('\n'), 'ABCD2345-ABCD2345-21'),
    final(ABOUT_ADVANCE.join('\n'), null),
    final(['Хвала.', ...ABOUT_ADVANCE].join('\n')),
  ])
    assert.not.ok(blocks(other).some(({ kind }) => kind === 'box'));
});

const DETAILS = {
  ...COMPANY,
  bankAccount: '160-123456-54',
  registrationNumber: '12345678',
  phone: '011 123 456',
  email: 'prodaja@example.rs',
  web: 'www.example.rs',
};

/** The content of a box, if there is one. */
function boxOf(sheet: Sheet): Box | undefined {
  return sheet.blocks
    .flatMap((one) => (one.kind === 'pair' ? [one.left, one.right] : [one]))
    .find((one): one is Box => one.kind === 'box');
}

test('how the buyer reaches the seller is as it is set now, as long as it is the same taxpayer', () => {
  const rows = (company: CompanySetting | undefined): readonly string[] => {
    const found = describeSheet(issued(SALE), 'a4', company && { company }).blocks.find(
      (one) => one.kind === 'letterhead',
    );
    return found?.kind === 'letterhead' ? found.rows : [];
  };
  assert.equal(rows(DETAILS), [
    'НЕМАЊИНА 4, Београд-Савски венац',
    'ПИБ 100000049 · МБ 12345678',
    'Место продаје 1234567-Пекара код поште',
    'Текући рачун 160-123456-54',
    '011 123 456 · prodaja@example.rs · www.example.rs',
  ]);
  assert.equal(rows({ ...DETAILS, tin: '100000050' }), rows(undefined));
  assert.equal(rows({ ...COMPANY, address: 'ДРУГА УЛИЦА 1' }), rows(undefined), 'the rest is as it was signed');
});

/** Of the number that the receipts here have. */
const REFERENCE = model97('ABCD2345-ABCD2345-51') ?? '';

test('a pro-forma shows how it can be paid, with the IPS code of the transfer', () => {
  const bill = (invoiceType: 'ProForma' | 'Normal', buyerId: string | null = null): IssuedInvoice =>
    issued(draft(invoiceType, 'Sale', goods(3), { buyerId }));
  const box = boxOf(describeSheet(bill('ProForma'), 'a4', { company: DETAILS }));
  assert.equal(box?.rows, [
    { caption: 'Рачун примаоца', value: '160-123456-54' },
    { caption: 'Износ', value: '959,79 RSD' },
    { caption: 'Сврха', value: 'Предрачун 51' },
    { caption: 'Модел', value: '97' },
    { caption: 'Позив на број', value: REFERENCE.replace('97', '') },
  ]);
  assert.match(box?.text ?? '', /^NBS IPS QR.* са урачунатим ПДВ-ом\.$/);
  const says = (buyerId: string | null): string => {
    const rows = boxOf(describeSheet(bill('ProForma', buyerId), 'a4', { company: DETAILS }))?.code?.rows ?? [];
    const dots = rows.map((row) => Array.from(row, (module) => (module === '#' ? 0 : 255)));
    const width = (dots.length + 8) * 4;
    const rgba = new Uint8ClampedArray(4 * width * width).fill(255);
    for (let y = 0; y < width; y += 1)
      for (let x = 0; x < width; x += 1) {
        const level = dots[Math.floor(y / 4) - 4]?.[Math.floor(x / 4) - 4] ?? 255;
        rgba.fill(level, 4 * (y * width + x), 4 * (y * width + x) + 3);
      }
    return readQr({ width, height: width, data: rgba });
  };
  const text = 'K:PR|V:01|C:1|R:160000000012345654|N:Pekara Đurđevak d.o.o.';
  assert.ok(says(null).startsWith(text), says(null));
  assert.ok(says(null).endsWith(`|I:RSD959,79|SF:221|S:Predracun 51|RO:${REFERENCE}`), says(null));
  assert.ok(says('10:110163983').endsWith(`|I:RSD959,79|SF:220|S:Predracun 51|RO:${REFERENCE}`));
  for (const unreal of [{ mode: 'demo' }, { environment: 'sandbox' }] as const) {
    const test = boxOf(describeSheet({ ...bill('ProForma'), ...unreal }, 'a4', { company: DETAILS }));
    assert.is(test?.code, null, 'nobody is to pay a test');
    assert.match(test?.text ?? '', /^Пробни предрачун/);
  }
  assert.is(boxOf(describeSheet(bill('Normal'), 'a4', { company: DETAILS })), undefined);
  assert.is(boxOf(describeSheet(bill('ProForma'), 'a4', { company: COMPANY })), undefined);
});

test('the code leads to where it is verified, as far as that is an address', () => {
  const invoice = issued(SALE);
  assert.is(block(invoice, 'slip').end.link, invoice.signature.verificationUrl);
  for (const verificationUrl of ['javascript:alert(1)', 'http://suf.purs.gov.rs/v/?vl=A', 'x'])
    assert.is(block({ ...invoice, signature: { ...invoice.signature, verificationUrl } }, 'slip').end.link, null);
});

test('a line that would forge another one stays one line', () => {
  const invoice = issued(draft('Normal', 'Sale', [line('Кафа\r\nУкупно 0,00', 'Ђ', 180)]));
  assert.is(block(invoice, 'table').rows[0]?.[1], 'Кафа Укупно 0,00');
});

test.run();
