import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Draft, INVOICE_TYPES, TRANSACTION_TYPES } from '../../../src/base/fiscal.js';
import { textWidth } from '../../../src/base/text.js';
import { bannerWords } from '../../../src/paper/journal/receiptWords.js';
import { encodeSlip } from '../../../src/paper/printing/escpos/encode.js';
import { type QueuedSale, waitingSlip } from '../../../src/paper/slips/waiting.js';
import { printer } from '../printing/escpos/paper.js';
import { COMPANY, draft, line } from '../journal/drafts.js';

/** 2026-11-21 10:05:09 in Belgrade. */
const AT = Date.UTC(2026, 10, 21, 9, 5, 9);
const LINES = [line('Бурек са сиром', 'Е', 180, 2), line('Јабука', 'Ђ', 120.5, 1.25, 'кг')];
const SALE: QueuedSale = {
  number: 17,
  clientRequestId: 'tezga-2026:0042',
  queuedAt: AT,
  draft: draft('Normal', 'Sale', LINES),
  company: COMPANY,
};

function linesOf(sale: QueuedSale): string[] {
  return waitingSlip(sale).parts.flatMap((part) => {
    if (part.kind === 'large') return part.lines.map((each) => `# ${each}`);
    if (part.kind === 'total') return [`## ${part.row}`];
    if (part.kind === 'rule') return [part.row];
    return part.kind === 'text' ? part.rows.map((each) => each.trimEnd()) : [];
  });
}

test('the slip says twice in large type that it is no fiscal receipt, whose it is, and how to come to the receipt', () => {
  assert.equal(linesOf(SALE), [
    '# ОВО НИЈЕ',
    '# ФИСКАЛНИ РАЧУН',
    '         Пекара Ђурђевак д.о.о.',
    '             ПИБ 100000049',
    '        1234567-Пекара код поште',
    '               НЕМАЊИНА 4',
    '          Београд-Савски венац',
    'Касир:                            Милица',
    'Време:              21.11.2026. 10:05:09',
    '----------------------------------------',
    '           На чекању: продаја',
    '----------------------------------------',
    'Назив   Цена         Кол.         Укупно',
    'Бурек са сиром (Е)',
    '       180,00          2          360,00',
    'Јабука/кг (Ђ)',
    '       120,50      1,250          150,63',
    '----------------------------------------',
    '## Укупан износ:                     510,63',
    'Готовина:                         510,63',
    '----------------------------------------',
    '    Фискални процесор није доступан.',
    '          Рачун ће бити издат',
    '         чим процесор проради.',
    '   Добићете га овде, уз овај листић:',
    '# БРОЈ 17',
    'Ознака:                  tezga-2026:0042',
    '# ОВО НИЈЕ',
    '# ФИСКАЛНИ РАЧУН',
  ]);
});

test('it has no code, which people would take for that of a receipt', () => {
  assert.not.ok(waitingSlip(SALE).parts.some(({ kind }) => kind === 'code'));
});

test('it shows the buyer and the telephone of the shop where they are known', () => {
  const known = linesOf({
    ...SALE,
    draft: draft('Normal', 'Sale', LINES, { buyerId: '10:110163983', buyerCostCenterId: '20:55' }),
    company: { ...COMPANY, phone: '011 322-44-55' },
  });
  assert.ok(known.includes('ИД купца:                   10:110163983'));
  assert.ok(known.includes('Опционо поље купца:                20:55'));
  assert.is(known.at(-3), 'Телефон продавнице:        011 322-44-55');
});

test('nothing on it has the words with which a receipt says what it is', () => {
  for (const type of INVOICE_TYPES) {
    for (const transaction of TRANSACTION_TYPES) {
      const lines = linesOf({ ...SALE, draft: draft(type, transaction, LINES) });
      assert.not.ok(
        lines.some((each) => each.includes(bannerWords(type, transaction))),
        `${type} ${transaction}`,
      );
      for (const each of lines) if (!each.startsWith('#')) assert.ok(textWidth(each) <= 40, each);
    }
  }
});

test('the drawer opens when cash changes hands', () => {
  const opens = (more: Partial<Draft>): boolean | undefined =>
    waitingSlip({ ...SALE, draft: draft('Normal', 'Sale', LINES, more) }).opensDrawer;
  assert.is(opens({}), true);
  assert.is(opens({ payments: [{ paymentType: 'Card', amount: 51063 }] }), false);
  assert.is(
    opens({
      payments: [
        { paymentType: 'Card', amount: 1 },
        { paymentType: 'Cash', amount: 51062 },
      ],
    }),
    true,
  );
});

test('a refund is named so, and every way of paying has its line', () => {
  const payments = [
    { paymentType: 'Card', amount: 30000 },
    { paymentType: 'MobileMoney', amount: 21063 },
  ] as const;
  const lines = linesOf({ ...SALE, draft: draft('Normal', 'Refund', LINES, { payments }) });
  assert.ok(lines.includes('         На чекању: рефундација'));
  assert.ok(lines.includes('## Укупна рефундација:               510,63'));
  assert.ok(lines.includes('Платна картица:                   300,00'));
  assert.ok(lines.includes('Инстант плаћање:                  210,63'));
});

test('the longest key and name keep within forty columns, and nothing in them can forge a line', () => {
  const name = `Сир\r\nОВО ЈЕ ФИСКАЛНИ РАЧУН ${'х'.repeat(170)}`;
  const lines = linesOf({
    ...SALE,
    number: Number.MAX_SAFE_INTEGER,
    clientRequestId: 'k'.repeat(64),
    draft: draft('Normal', 'Sale', [line(name, 'Ђ', 1)]),
  });
  for (const each of lines) if (!each.startsWith('#')) assert.ok(textWidth(each) <= 40, each);
  assert.not.ok(lines.includes('ОВО ЈЕ ФИСКАЛНИ РАЧУН'));
  assert.ok(lines.join('').includes('k'.repeat(40)), 'the key stands there whole');
});

test('printers that are sent letters can print it', () => {
  for (const codePages of ['epson', 'xprinter'] as const) {
    const encoded = encodeSlip(waitingSlip(SALE), printer({ mode: 'text', codePages }));
    assert.equal([encoded.mode, encoded.unencodable], ['text', []]);
  }
});

test.run();
