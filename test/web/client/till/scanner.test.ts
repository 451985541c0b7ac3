import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ScanReader } from '../../../../src/web/client/till/scanner.js';

/** Presses the keys of a text `gap` ms apart from `start`; gives the codes that came out. */
function press(reader: ScanReader, keys: readonly string[], start: number, gap: number): string[] {
  return keys.flatMap((key, index) => reader.press(key, start + index * gap) ?? []);
}

const codeOf = (n: number): string => String(8_600_000_000_000 + n);

test('20 of 20 codes at 15 a second', () => {
  const reader = new ScanReader();
  const perScan = 1000 / 15;
  const read = Array.from({ length: 20 }, (_, n) => {
    const keys = [...Array.from(codeOf(n)), 'Enter'];
    return press(reader, keys, n * perScan, perScan / keys.length);
  });
  assert.equal(
    read.flat(),
    Array.from({ length: 20 }, (_, n) => codeOf(n)),
  );
});

test('a person who types fast is no scanner', () => {
  const reader = new ScanReader();
  assert.equal(press(reader, [...Array.from('8600000000012'), 'Enter'], 0, 90), []);
  assert.equal(press(reader, [...Array.from('123'), 'Enter'], 5000, 5), [], 'too short');
});

test('a code is read though somebody was typing just before', () => {
  const reader = new ScanReader();
  press(reader, [...Array.from('kaf')], 0, 200);
  assert.equal(press(reader, [...Array.from('8600000000012'), 'Enter'], 1000, 5), ['8600000000012']);
});

test('capitals come with Shift, and some scanners end with Tab', () => {
  const reader = new ScanReader();
  const keys = ['Shift', 'H', 't', 't', 'p', ':', 'Tab'];
  assert.equal(press(reader, keys, 0, 5), ['Http:']);
});

test('digits that come late are a code by their check digit', () => {
  const reader = new ScanReader();
  assert.equal(press(reader, [...Array.from('8600000000011'), 'Enter'], 0, 250), ['8600000000011']);
  assert.equal(press(reader, [...Array.from('8600000000012'), 'Enter'], 9000, 250), []);
});

test.run();
