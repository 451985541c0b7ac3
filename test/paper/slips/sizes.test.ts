// turns: 3
// Requirements P28 and P30 of an ESIR, measured in dots on the paper of the stand-in: the QR code is 40 to 50 mm, and the
// sentence that a paper is not a fiscal receipt is at least twice as large as everything else between the title rows.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { encodeSlip } from '../../../src/paper/printing/escpos/encode.js';
import { receiptSlip } from '../../../src/paper/slips/receipt.js';
import type { PrinterSetting } from '../../../src/shop/settings/printers.js';
import { FakePrinter } from '../../kit/printer/core.js';
import { foldHomoglyphs, readPiece, type Reading } from '../../kit/printer/reading.js';
import { draft } from '../journal/drafts.js';
import { goods, issued } from '../journal/invoices.js';
import { PRINTERS, printer } from '../printing/escpos/paper.js';

const SETTINGS: readonly PrinterSetting[] = PRINTERS.flatMap(({ dots, width, dpi }) =>
  (['raster', 'text'] as const).map((mode) => printer({ dots, width, dpi, mode })),
);

/** What a printer with these settings prints of a receipt with two items. */
function printed(setting: PrinterSetting, invoiceType: 'Normal' | 'ProForma' | 'Copy' | 'Training'): Reading {
  const invoice = issued(draft(invoiceType, 'Sale', goods(2)));
  const { chunks } = encodeSlip(receiptSlip(invoice, { repeat: false }), setting);
  const paper = new FakePrinter({ dots: setting.dots ?? 576 });
  for (const chunk of chunks) assert.is(paper.take(chunk), chunk.length);
  const [piece] = paper.pieces;
  if (piece === undefined) throw new Error('nothing was cut off');
  return readPiece(piece, paper.options);
}

/** Words of both halves of the sentence, which may be broken. */
const SENTENCE = /^(?:ОВО НИЈЕ|ФИСКАЛНИ РАЧУН|ОВО НИЈЕ ФИСКАЛНИ РАЧУН)$/;

for (const setting of SETTINGS) {
  const { mode, width, dots = 576, dpi } = setting;
  const name = `${mode} on ${width} mm with ${dots} dots`;

  test(`${name}: the sentence is twice the size of all the rest`, () => {
    for (const invoiceType of ['ProForma', 'Copy', 'Training'] as const) {
      const { rows } = printed(setting, invoiceType);
      const isSentence = ({ text }: { readonly text: string }): boolean =>
        new RegExp(foldHomoglyphs(SENTENCE.source)).test(foldHomoglyphs(text.trim()));
      const sentence = rows.filter(isSentence);
      assert.ok(sentence.length > 0, 'it is on the paper');
      const least = Math.min(...sentence.map(({ cellHeight }) => cellHeight));
      const across = Math.min(...sentence.map(({ cellWidth }) => cellWidth));
      for (const row of rows.filter((one) => !isSentence(one))) {
        assert.ok(least >= 2 * row.cellHeight, `${invoiceType}: ${row.text}: ${row.cellHeight} of ${least} dots`);
        assert.ok(across >= 2 * row.cellWidth, `${invoiceType}: ${row.text}: ${row.cellWidth} of ${across} dots`);
      }
    }
  });

  test(`${name}: the QR code is a square of 40 to 50 mm`, () => {
    for (const invoiceType of ['Normal', 'ProForma'] as const) {
      const { qr } = printed(setting, invoiceType);
      const [across = 0, down = 0] = [qr?.width, qr?.height].map((side) => ((side ?? 0) * 25.4) / dpi);
      assert.ok(across >= 40 && across <= 50, `${across} mm`);
      assert.ok(Math.abs(across - down) <= 0.2, `${across} × ${down} mm`);
    }
  });
}

test('the total of a fiscal receipt remains twice as high as the rows about it', () => {
  const { rows } = printed(printer(), 'Normal');
  const heightOf = (caption: string): number =>
    rows.find(({ text }) => foldHomoglyphs(text).startsWith(foldHomoglyphs(caption)))?.cellHeight ?? 0;
  assert.is(heightOf('Укупан износ:'), 2 * heightOf('Готовина:'));
});

test.run();
