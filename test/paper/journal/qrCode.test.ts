import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { darkRuns, qrCodeOf } from '../../../src/paper/journal/qrCode.js';
import { issued, SALE } from './invoices.js';

test('the link of a real receipt gives 97 to 117 modules', () => {
  const usual = issued(SALE).signature.verificationUrl;
  const longest = issued(SALE, { internalBytes: 512 }).signature.verificationUrl;
  assert.ok(usual.length > 780 && usual.length < 880, `${usual.length}`);
  assert.ok(longest.length > 1100 && longest.length < 1280, `${longest.length}`);
  assert.ok([97, 101].includes(qrCodeOf(usual)?.size ?? 0));
  assert.ok([113, 117].includes(qrCodeOf(longest)?.size ?? 0));
});

test('every row is as long as the code is high, and the finder patterns stand in three corners', () => {
  const code = qrCodeOf('https://suf.purs.gov.rs/v/?vl=A')!;
  assert.is(code.rows.length, code.size);
  for (const row of code.rows) assert.is(row.length, code.size);
  const finder = ['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######'];
  const corner = (rows: readonly string[], from: number): string[] => rows.map((row) => row.slice(from, from + 7));
  assert.equal(corner(code.rows.slice(0, 7), 0), finder);
  assert.equal(corner(code.rows.slice(0, 7), code.size - 7), finder);
  assert.equal(corner(code.rows.slice(-7), 0), finder);
});

test('the dark runs are the dark modules', () => {
  const code = qrCodeOf('https://suf.purs.gov.rs/v/?vl=B')!;
  const drawn = code.rows.map(() => Array.from({ length: code.size }, () => '.'));
  for (const { x, y, length } of darkRuns(code)) drawn[y]!.fill('#', x, x + length);
  assert.equal(
    drawn.map((row) => row.join('')),
    code.rows,
  );
});

test('a link too long for any code gives none', () => {
  assert.is(qrCodeOf(''), null);
  assert.is(qrCodeOf('x'.repeat(2954)), null);
  assert.is(qrCodeOf('x'.repeat(2953))?.size, 177);
});

test.run();
