import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { codePagesOf } from '../../../../src/paper/printing/escpos/codePages.js';
import type { PrinterSetting } from '../../../../src/shop/settings/printers.js';

const PRINTER: PrinterSetting = { name: 'kasa', address: 'lp:///dev/usb/lp0', width: 80, dpi: 203, mode: 'text' };
/** All pages, each by another number. */
const ALL = { 'windows-1251': 1, cp855: 2, 'iso-8859-5': 3, 'windows-1250': 4, cp852: 5 };

test('the page with most of the characters of a receipt comes first, and those that a printer lacks are left out', () => {
  const numbers = (codePages?: PrinterSetting['codePages']): number[] =>
    codePagesOf({ ...PRINTER, ...(codePages !== undefined && { codePages }) }).map(({ number }) => number);
  assert.equal(numbers(ALL), [1, 2, 3, 4, 5]);
  assert.equal(numbers({ cp852: 18, cp855: 0 }), [0, 18]);
  assert.equal(numbers(), [46, 34, 45, 18], 'of Epson where nothing is set');
  assert.equal(numbers('zjiang'), [73, 60, 72, 18]);
});

/** What the standards have at these places (IBM, Microsoft, ISO/IEC 8859-5:1999). */
const PLACES: readonly (readonly [page: number, character: string, byte: number | undefined])[] = [
  [1, 'Ђ', 0x80],
  [1, 'я', 0xff],
  [1, '€', 0x88],
  [1, '„', 0x84],
  [2, 'ђ', 0x80],
  [2, 'Ђ', 0x81],
  [2, '€', undefined],
  [3, 'Ђ', 0xa2],
  [3, 'џ', 0xff],
  [3, '„', undefined],
  [4, 'Š', 0x8a],
  [4, 'đ', 0xf0],
  [4, 'ђ', undefined],
  [5, 'đ', 0xd0],
  [5, 'ž', 0xa7],
];

test('letters lie where the standards have them, and nowhere in a page that lacks them', () => {
  const pages = new Map(codePagesOf({ ...PRINTER, codePages: ALL }).map(({ number, bytes }) => [number, bytes]));
  for (const [page, character, byte] of PLACES)
    assert.is(pages.get(page)?.get(character), byte, `${character} in ${page}`);
  for (const bytes of pages.values()) {
    assert.ok([...bytes.values()].every((byte) => byte >= 0x80 && byte <= 0xff));
    assert.not(bytes.has('\ufffd'), 'an empty place holds no character');
  }
});

test.run();
