import { test } from 'uvu';
import * as assert from 'uvu/assert';
import PDFDocument from 'pdfkit';
import type { Draft } from '../../../../src/contract/fiscal.js';
import { fontPath } from '../../../../src/paper/documents/fonts.js';
import { fitted } from '../../../../src/paper/documents/sheet/columns.js';
import { describeSheet } from '../../../../src/paper/documents/sheet/describe.js';
import { CELL_PADDING_MM, type Table, TYPE } from '../../../../src/paper/documents/sheet/sheet.js';
import { draft, line } from '../../journal/drafts.js';
import { goods, HIGH_REFUND, HIGHEST_SALE, issued, SALE } from '../../journal/invoices.js';

/** Between the margins of A4, mm. */
const WIDTH = 180;

function tables(of: Draft): Table[] {
  return describeSheet(issued(of), 'a4').blocks.flatMap((block) => (block.kind === 'table' ? [block] : []));
}

const pdf = new PDFDocument({ font: fontPath('text') ?? '' });

/** Width of a text in the type of a table, mm, as the font itself has it. */
function widthOf(text: string, font: 'text' | 'bold'): number {
  return (
    (pdf
      .font(fontPath(font) ?? '')
      .fontSize(TYPE.text)
      .widthOfString(text) *
      25.4) /
    72
  );
}

test('every number fits into its column, up to the highest total of a receipt', () => {
  for (const of of [SALE, HIGH_REFUND, HIGHEST_SALE, draft('Normal', 'Sale', [line('Кафа', 'Ђ', 10_000, 999_999)])]) {
    for (const { columns, rows, foot } of tables(of)) {
      for (const [at, { align, share }] of columns.entries()) {
        if (align !== 'right') continue;
        const room = (WIDTH * share) / 100 - 2 * CELL_PADDING_MM;
        for (const row of rows) assert.ok(widthOf(row[at] ?? '', 'text') <= room, row[at]);
        assert.ok(widthOf(foot?.[at] ?? '', 'bold') <= room, foot?.[at]);
      }
    }
  }
});

test('the columns still make up the whole width, and leave room for names', () => {
  for (const of of [HIGHEST_SALE, HIGH_REFUND]) {
    for (const { columns } of tables(of)) {
      assert.is(
        columns.reduce((sum, { share }) => sum + share, 0),
        100,
      );
      assert.ok(Math.max(...columns.filter(({ align }) => align === 'left').map(({ share }) => share)) >= 12);
    }
  }
});

test('an ordinary receipt has the ordinary columns', () => {
  const [items] = tables(draft('Normal', 'Sale', goods(500)));
  assert.equal(
    items?.columns.map(({ share }) => share),
    [5, 42, 10, 7, 13, 10, 13],
  );
});

test('names keep their least share, whatever a number asks for', () => {
  const columns = [
    { head: 'Име', share: 40, align: 'left' },
    { head: 'Порез', share: 30, align: 'right' },
    { head: 'Укупно', share: 30, align: 'right' },
  ] as const;
  const rows = [['О-ПДВ', '1'.repeat(60), '1'.repeat(60)]];
  const { columns: shares } = fitted({ kind: 'table', columns, rows, foot: null }, WIDTH);
  assert.equal(
    shares.map(({ share }) => share),
    [12, 58, 30],
  );
});

test.run();
