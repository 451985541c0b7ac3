import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { FakePrinter } from './core.js';
import { PaperPage } from './page.js';
import { drawPiece } from './paper.js';
import { readPicture, foldHomoglyphs } from './reading.js';
import type { Mark } from './types.js';

function run(text: string, y: number, cell: readonly [width: number, height: number]): Mark {
  return { kind: 'text', x: 24, y, text, font: 'A', cellWidth: cell[0], cellHeight: cell[1] };
}

test('letters of the printer stand in their cells, enlarged ones too', () => {
  const marks = [run('Ђурђевак', 0, [12, 24]), run('УКУПНО 9,40', 30, [24, 48])];
  const { rows } = readPicture(drawPiece({ marks, height: 90, end: 'full' }, { dots: 576 }));
  assert.equal(rows, [
    { text: foldHomoglyphs('Ђурђевак'), x: 24, y: 0, cellWidth: 12, cellHeight: 24 },
    { text: foldHomoglyphs('УКУПНО 9,40'), x: 24, y: 30, cellWidth: 24, cellHeight: 48 },
  ]);
});

test('letters enlarged in one direction are as wide and as high as their cells', () => {
  for (const cell of [
    [24, 24],
    [12, 48],
  ] as const) {
    const { dots, width } = drawPiece({ marks: [run('HH', 0, cell)], height: 48, end: 'full' }, { dots: 576 });
    const ink = [...dots.keys()].filter((dot) => dots[dot] === 1);
    // Two H of 12×24 have their ink in the columns 1 to 22, and in the rows 4 to 18.
    const columns = ink.map((dot) => dot % width);
    const rows = ink.map((dot) => Math.floor(dot / width));
    const [across, down] = [cell[0] / 12, cell[1] / 24];
    assert.is(Math.max(...columns) - Math.min(...columns) + 1, 22 * across);
    assert.is(Math.max(...rows) - Math.min(...rows) + 1, 15 * down);
  }
});

test('an empty piece is a picture of one white row', () => {
  const { height, dots } = drawPiece({ marks: [], height: 0, end: 'open' }, { dots: 384 });
  assert.equal([height, dots.includes(1)], [1, false]);
});

test('what a printer has to say cannot write into its page', async () => {
  const printer = new FakePrinter();
  (printer.errors as string[]).push('<script>"&"');
  const page = await PaperPage.start(printer, 0);
  const html = await (await fetch(page.url)).text();
  await page.stop();
  assert.match(html, '<li>&#60;script&#62;&#34;&#38;&#34;</li>');
});

test.run();
