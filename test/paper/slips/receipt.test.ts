import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Draft, INVOICE_TYPES, TRANSACTION_TYPES } from '../../../src/contract/fiscal.js';
import type { IssuedInvoice } from '../../../src/platform/ledger/invoice.js';
import type { Slip, SlipPart } from '../../../src/paper/slips/slip.js';
import { NOT_FISCAL_ROW } from '../../../src/paper/journal/receiptTexts.js';
import { qrCodeOf } from '../../../src/paper/journal/qrCode.js';
import { receiptSlip } from '../../../src/paper/slips/receipt.js';
import { draft, line } from '../journal/drafts.js';
import { COPY_REFUND, issued, SALE, SMALL_SALE } from '../journal/invoices.js';

const LINES = [line('Бурек са сиром', 'Е', 180, 2), line('Čokolada', 'Ђ', 219)];

function partOf(part: SlipPart): string[] {
  switch (part.kind) {
    case 'text':
      return [...part.rows];
    case 'rule':
    case 'total':
      return [part.row];
    case 'small':
    case 'large':
      return [...part.lines];
    case 'code':
    case 'space':
    case 'ruler':
      return [`(${part.kind})`];
  }
}

function linesOf(slip: Slip): string[] {
  return slip.parts.flatMap(partOf);
}

function withLink(verificationUrl: string): IssuedInvoice {
  const invoice = issued(SALE);
  return { ...invoice, signature: { ...invoice.signature, verificationUrl } };
}

test('all ten kinds print the journal as issued, with the code above the closing line', () => {
  for (const invoiceType of INVOICE_TYPES) {
    for (const transactionType of TRANSACTION_TYPES) {
      const invoice = issued(draft(invoiceType, transactionType, LINES));
      const lines = linesOf(receiptSlip(invoice, { repeat: false }));
      const journal = invoice.signature.journal.split('\r\n').slice(0, -1);
      const signed = invoiceType === 'Copy' && transactionType === 'Refund';
      const added = signed ? ['(space)', 'Потпис купца: __________________________'] : [];
      const fiscal = invoiceType === 'Normal' || invoiceType === 'Advance';
      const expected = journal.flatMap((each) => (each === NOT_FISCAL_ROW ? ['ОВО НИЈЕ', 'ФИСКАЛНИ РАЧУН'] : [each]));
      assert.equal(lines, [...expected.slice(0, -1), '(code)', ...added, ...expected.slice(-1)]);
      assert.is(lines.at(lines.indexOf('(code)') - 1), '='.repeat(40));
      assert.is(lines.includes('ОВО НИЈЕ'), !fiscal);
    }
  }
});

test('the sentence of papers that are no fiscal receipts is large, their title and closing line are not', () => {
  const { parts } = receiptSlip(issued(COPY_REFUND), { repeat: false });
  const large = parts.filter(({ kind }) => kind === 'large');
  assert.equal(large, [{ kind: 'large', lines: ['ОВО НИЈЕ', 'ФИСКАЛНИ РАЧУН'] }]);
  assert.equal(
    parts.map(({ kind }) => kind).filter((kind) => kind !== 'rule' && kind !== 'text'),
    ['large', 'code', 'space'],
  );
});

test('there is room of 10 to 12 mm for the signature, the row of the line counted', () => {
  const { parts } = receiptSlip(issued(COPY_REFUND), { repeat: false });
  const space = parts.find((part) => part.kind === 'space');
  for (const rowMm of [(18 * 25.4) / 203, (28 * 25.4) / 203]) {
    const room = (space?.mm ?? 0) + rowMm;
    assert.ok(room >= 10 && room <= 12, `${room} mm`);
  }
});

test('the total is a part of its own, and no name of an item is taken for it', () => {
  const lines = [line('Укупан износ: 1,00', 'Ђ', 5), line('Кафа', 'Ђ', 150)];
  for (const [type, row] of [
    ['Sale', 'Укупан износ:                     155,00'],
    ['Refund', 'Укупна рефундација:               155,00'],
  ] as const) {
    const { parts } = receiptSlip(issued(draft('Normal', type, lines)), { repeat: false });
    assert.equal(
      parts.filter(({ kind }) => kind === 'total'),
      [{ kind: 'total', row }],
    );
  }
});

const RULES = { double: '='.repeat(40), single: '-'.repeat(40) };

test('the title, the banner, the closing row and the rules divide the paper, on all kinds of receipts', () => {
  for (const invoiceType of INVOICE_TYPES) {
    for (const transactionType of TRANSACTION_TYPES) {
      const invoice = issued(draft(invoiceType, transactionType, LINES));
      const { parts } = receiptSlip(invoice, { repeat: false });
      const rows = invoice.signature.journal.split('\r\n').slice(0, -1);
      assert.equal(
        parts.flatMap((part) => (part.kind === 'rule' ? [part.row] : [])),
        rows.filter((row) => /^[=-]{6}/.test(row)),
      );
      assert.ok(parts.some((part) => part.kind === 'rule' && part.row === RULES.single));
    }
  }
});

test('no name divides the paper, whatever signs it has and wherever it is broken', () => {
  const banner = '-------------ПРОМЕТ ПРОДАЈА-------------';
  const names = [
    'PVC cev ------------ 50 mm ========',
    '='.repeat(36),
    ...Object.values(RULES).map((rule) => rule + rule),
    `${banner}${'Артикли'.padEnd(40)}${RULES.double}`,
  ];
  const sale = draft(
    'Normal',
    'Sale',
    names.map((name) => line(name, 'Ђ', 5)),
    { cashier: '='.repeat(50), buyerCostCenterId: '-'.repeat(50) },
  );
  const count = (of: Draft): number =>
    receiptSlip(issued(of), { repeat: false }).parts.filter(({ kind }) => kind === 'rule').length;
  assert.is(count(sale), count(draft('Normal', 'Sale', LINES)));
});

test('a text of a processor without a total as the box knows it is printed as it is', () => {
  const invoice = issued(SMALL_SALE);
  const journal = invoice.signature.journal.replace('Укупан износ:    ', 'За уплату:       ');
  const { parts } = receiptSlip({ ...invoice, signature: { ...invoice.signature, journal } }, { repeat: false });
  assert.not.ok(parts.some(({ kind }) => kind === 'total'));
  assert.ok(parts.some((part) => part.kind === 'text' && part.rows.some((row) => row.startsWith('За уплату:'))));
});

test('a receipt of the sandbox says so in large type above the title and below the end; one of production does not', () => {
  const plain = linesOf(receiptSlip(issued(SMALL_SALE), { repeat: false }));
  const mark = ['ПРОБНИ РАЧУН', 'Пробно окружење, без фискалне важности. '];
  for (const mode of ['lpfr', 'vpfr'] as const) {
    const slip = receiptSlip(issued(SMALL_SALE, { environment: 'sandbox', mode }), { repeat: false });
    assert.equal(linesOf(slip), [...mark, '(space)', ...plain, '(space)', ...mark]);
    assert.is(slip.parts[0]?.kind, 'large');
  }
  assert.not.ok(plain.includes('ПРОБНИ РАЧУН'));
});

test('a receipt of the demo processor is marked in every environment, with one mark', () => {
  for (const [environment, sentence] of [
    ['production', 'Демо процесор, без фискалне важности.'],
    ['sandbox', 'Пробно окружење, без фискалне важности.'],
  ] as const) {
    const lines = linesOf(receiptSlip(issued(SMALL_SALE, { environment, mode: 'demo' }), { repeat: false }));
    const trimmed = lines.map((row) => row.trim());
    assert.equal(trimmed.slice(0, 2), ['ПРОБНИ РАЧУН', sentence]);
    assert.equal(trimmed.slice(-2), ['ПРОБНИ РАЧУН', sentence]);
    assert.is(trimmed.filter((row) => row === 'ПРОБНИ РАЧУН').length, 2);
  }
});

test('the advertising text stands small below the end', () => {
  const { parts } = receiptSlip(issued(SMALL_SALE), { repeat: false });
  assert.equal(parts.at(-1), { kind: 'small', lines: ['Хвала на поверењу!', 'Недељом радимо од 7 до 13 часова.'] });
  assert.match(partOf(parts.at(-3)!).at(-1)!, 'КРАЈ ФИСКАЛНОГ РАЧУНА');
});

test('what the buyer gave and got back stands below the end, above the advertising text, also on a repeat', () => {
  const sold = issued(draft('Normal', 'Sale', LINES, { tendered: 5_000_00, adText: 'Хвала' }));
  for (const repeat of [false, true]) {
    const { parts } = receiptSlip(sold, { repeat });
    const advert = parts.findIndex(({ kind }) => kind === 'small');
    const rows = ['Уплаћено - готовина:            5.000,00', 'Повраћај:                       4.421,00'];
    assert.equal(parts[advert - 2], { kind: 'text', rows });
  }
});

test('a repeat says so in large type above the title and below the end, and is the same paper between', () => {
  const invoice = issued(SMALL_SALE);
  const lines = linesOf(receiptSlip(invoice, { repeat: true }));
  const mark = ['ПОНОВЉЕНА', 'ШТАМПА', '  Ово је поновљен отисак истог рачуна.  '];
  const plain = linesOf(receiptSlip(invoice, { repeat: false }));
  assert.equal(lines, [...mark, '(space)', ...plain, '(space)', ...mark]);
  const { parts } = receiptSlip(invoice, { repeat: true });
  assert.is(parts[0]?.kind, 'large');
  assert.is(parts.at(-2)?.kind, 'large');
});

test('the QR code is that of the verification link', () => {
  const invoice = issued(SALE);
  const code = receiptSlip(invoice, { repeat: false }).parts.find(({ kind }) => kind === 'code');
  assert.equal(code, { kind: 'code', rows: qrCodeOf(invoice.signature.verificationUrl)!.rows });
});

test('a verification link that is too long for a QR code leaves its place empty, and the rest as it is', () => {
  const lines = linesOf(receiptSlip(issued(SALE), { repeat: false })).filter((each) => each !== '(code)');
  for (const link of ['', 'x'.repeat(3000)]) {
    assert.equal(linesOf(receiptSlip(withLink(link), { repeat: false })), lines);
  }
});

test('the drawer opens for cash on a fiscal receipt, and not for its repeat', () => {
  const opens = (of: Parameters<typeof draft>, repeat = false): boolean | undefined =>
    receiptSlip(issued(draft(...of)), { repeat }).opensDrawer;
  const card = {
    payments: [{ paymentType: 'Card', amount: LINES.reduce((sum, { total }) => sum + total, 0) }],
  } as const;
  assert.is(opens(['Normal', 'Sale', LINES]), true);
  assert.is(opens(['Normal', 'Refund', LINES]), true);
  assert.is(opens(['Advance', 'Sale', LINES]), true);
  assert.is(opens(['Normal', 'Sale', LINES], true), false);
  assert.is(opens(['Normal', 'Sale', LINES, card]), false);
  const noCash = { payments: [{ paymentType: 'Cash', amount: 0 }, ...card.payments] } as const;
  assert.is(opens(['Normal', 'Sale', LINES, noCash]), false, 'an amount that rounds to nothing');
  assert.is(opens(['Copy', 'Refund', LINES]), false);
  assert.is(opens(['Training', 'Sale', LINES]), false);
});

test.run();
