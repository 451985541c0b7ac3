import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Draft } from '../../../src/contract/fiscal.js';
import { textWidth } from '../../../src/base/text.js';
import { encodeSlip } from '../../../src/paper/printing/escpos/encode.js';
import { type QueuedSale, waitingSlip } from '../../../src/paper/slips/waiting.js';
import { COMPANY } from '../journal/drafts.js';
import { printer } from '../printing/escpos/paper.js';

/** 2026-11-21 10:05:09 in Belgrade. */
const AT = Date.UTC(2026, 10, 21, 9, 5, 9);
const SALE: QueuedSale = {
  number: 17,
  clientRequestId: 'tezga-2026:0042',
  queuedAt: AT,
  payments: [{ paymentType: 'Cash', amount: 51063 }],
  company: COMPANY,
};

function linesOf(sale: QueuedSale): string[] {
  return waitingSlip(sale).parts.flatMap((part) => {
    if (part.kind === 'large') return part.lines.map((each) => `# ${each}`);
    return part.kind === 'text' ? part.rows.map((each) => each.trimEnd()) : [];
  });
}

test('the slip says twice in large type that it is no fiscal receipt, when that comes, and how to get it', () => {
  assert.equal(linesOf(SALE), [
    '# ОВО НИЈЕ',
    '# ФИСКАЛНИ РАЧУН',
    '     Фискални рачун још није издат:',
    '    фискални процесор није доступан.',
    '    Биће издат чим процесор проради.',
    '# БРОЈ 17',
    '         Уз овај број преузмите',
    '      фискални рачун у продавници.',
    '         Пекара Ђурђевак д.о.о.',
    'Време:              21.11.2026. 10:05:09',
    'Ознака:                  tezga-2026:0042',
    '# ОВО НИЈЕ',
    '# ФИСКАЛНИ РАЧУН',
  ]);
});

test('nothing on it is like a receipt: no goods, amount, payment, tax number, row that divides, total or code', () => {
  const parts = waitingSlip({ ...SALE, company: { ...COMPANY, phone: '011 322-44-55' } }).parts;
  assert.equal([...new Set(parts.map(({ kind }) => kind))].sort(), ['large', 'space', 'text']);
  const text = linesOf(SALE).join('\n');
  for (const never of [/\d,\d\d/, /[-=]{3}/, /Укупно|Укупан|Готовина|Касир|ПИБ|ПРОМЕТ/, new RegExp(COMPANY.tin)])
    assert.not.match(text, never);
});

test('it shows the telephone of the shop where it is known', () => {
  const known = linesOf({ ...SALE, company: { ...COMPANY, phone: '011 322-44-55' } });
  assert.ok(known.includes('Телефон продавнице:        011 322-44-55'));
});

test('the drawer opens when cash changes hands', () => {
  const opens = (payments: Draft['payments']): boolean | undefined => waitingSlip({ ...SALE, payments }).opensDrawer;
  assert.is(opens(SALE.payments), true);
  assert.is(opens([{ paymentType: 'Card', amount: 51063 }]), false);
  assert.is(
    opens([
      { paymentType: 'Card', amount: 1 },
      { paymentType: 'Cash', amount: 51062 },
    ]),
    true,
  );
});

test('the longest key and name keep within forty columns, and nothing in them can forge a line', () => {
  const lines = linesOf({
    ...SALE,
    number: Number.MAX_SAFE_INTEGER,
    clientRequestId: 'k'.repeat(64),
    company: { name: `Пекара\r\n======== ФИСКАЛНИ РАЧУН ========\r\n${'х'.repeat(170)}` },
  });
  for (const each of lines) if (!each.startsWith('#')) assert.ok(textWidth(each) <= 40, each);
  assert.not.ok(lines.some((each) => each.includes('====')));
  assert.ok(lines.join('').includes('k'.repeat(40)), 'the key stands there whole');
});

test('printers that are sent letters can print it', () => {
  for (const codePages of ['epson', 'xprinter'] as const) {
    const encoded = encodeSlip(waitingSlip(SALE), printer({ mode: 'text', codePages }));
    assert.equal([encoded.mode, encoded.unencodable], ['text', []]);
  }
});

test.run();
