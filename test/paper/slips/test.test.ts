import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { textWidth } from '../../../src/base/text.js';
import { qrCodeOf } from '../../../src/paper/journal/qrCode.js';
import { testSlip } from '../../../src/paper/slips/test.js';
import { printer } from '../printing/escpos/paper.js';

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
