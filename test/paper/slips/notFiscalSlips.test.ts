import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Draft } from '../../../src/contract/fiscal.js';
import { textWidth } from '../../../src/base/text.js';
import { encodeSlip } from '../../../src/paper/printing/escpos/encode.js';
import { testSlip, waitingSlip } from '../../../src/paper/slips/notFiscalSlips.js';
import { COMPANY } from '../journal/drafts.js';
import { printer } from '../printing/escpos/paper.js';
import { qrCodeOf } from '../../../src/paper/journal/qrCode.js';

type QueuedSale = Parameters<typeof waitingSlip>[0];

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

const FINDINGS = { status: true, queuedStatus: true, processId: false, autoStatus: false };

function textsOf(more: Parameters<typeof printer>[0] = {}): string[] {
  return testSlip({ printer: printer(more), findings: FINDINGS }).parts.flatMap((part) =>
    part.kind === 'text' ? part.rows : part.kind === 'small' ? part.lines : [],
  );
}

test('every letter of both alphabets stands on the test slip in its order, upper and lower, and every digit', () => {
  const cyrillic = 'абвгдђежзијклљмнњопрстћуфхцчџш';
  const latin = 'abcčćdđefghijklmnopqrsštuvwxyzž';
  const lines = textsOf();
  for (const alphabet of [cyrillic, cyrillic.toUpperCase(), latin, latin.toUpperCase()]) {
    assert.ok(lines.includes(alphabet), alphabet);
  }
  assert.ok(lines.some((line) => line.startsWith('0123456789')));
});

test('it shows forty numbered columns, the ruler, and that it is no fiscal receipt', () => {
  assert.ok(textsOf().includes('1234567890'.repeat(4)));
  assert.ok(textsOf().includes('         1         2         3         4'));
  assert.ok(textsOf().some((line) => line.trim() === 'ОВО НИЈЕ ФИСКАЛНИ РАЧУН'));
  const { parts } = testSlip({ printer: printer(), findings: FINDINGS });
  assert.is(parts[0]?.kind, 'ruler');
});

test('it tells how the printer is set and what it was found to answer', () => {
  const lines = textsOf({ width: 58, mode: 'text' }).map((line) => line.replace(/ +/g, ' '));
  const told = ['Штампач: kasa', 'Ширина папира: 58 mm', 'Тачака по инчу: 203', 'Тачака по ширини: 384'];
  const found = ['Јавља стање одмах: да', 'Јавља стање по реду: да', 'Потврђује сваки отисак: не'];
  for (const line of [...told, 'Начин штампе: слова штампача', ...found]) assert.ok(lines.includes(line), line);
  assert.ok(lines.includes('Проред (leading): 18'));
  assert.ok(textsOf({ mode: 'text', leading: 52 }).some((line) => /^Проред \(leading\): +52$/.test(line)));
  assert.not.ok(textsOf().some((line) => line.startsWith('Проред')));
});

test('its code is as large as that of a real receipt, and its lines fit, however long an address is', () => {
  const { parts } = testSlip({
    printer: printer({ address: `usb://04b8:0e15/${'S'.repeat(90)}` }),
    findings: FINDINGS,
  });
  const code = parts.find((part) => part.kind === 'code');
  assert.is(code?.rows.length, qrCodeOf('x'.repeat(866))!.size);
  for (const part of parts) {
    if (part.kind === 'text') for (const each of part.rows) assert.ok(textWidth(each) <= 40, each);
  }
});

test.run();
