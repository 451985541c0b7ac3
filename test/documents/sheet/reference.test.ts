import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { IssuedInvoice } from '../../../src/ledger/invoice.js';
import { drawPdf } from '../../../src/documents/pdf/draw.js';
import { describeSheet } from '../../../src/documents/sheet/describe.js';
import type { Paper } from '../../../src/documents/sheet/sheet.js';
import { draft } from '../../journal/drafts.js';
import { COPY_REFUND, goods, issued, REFUND, SALE, SMALL_SALE } from '../../journal/invoices.js';
import { difference, page, readPng, writePng } from './pictures.js';
import { needsPoppler } from './texts.js';

/**
 * Six typical sheets against pictures of them. After a change that is meant, look at the new ones:
 * UPDATE_PICTURES=1 node --import tsx test/documents/sheet/reference.test.ts
 */
const SHEETS: readonly [name: string, invoice: IssuedInvoice, paper: Paper, page: number][] = [
  ['a4-sale', issued(SALE), 'a4', 1],
  ['a4-refund-demo', issued(REFUND, { mode: 'demo' }), 'a4', 1],
  ['a4-long-page-2', issued(draft('Normal', 'Sale', goods(60))), 'a4', 2],
  ['a4-copy-not-fiscal', issued(COPY_REFUND), 'a4', 1],
  ['a5', issued(SMALL_SALE), 'a5', 1],
  ['a4slip', issued(SMALL_SALE), 'a4slip', 1],
];

const DPI = 70;
/** A line that stands a pixel elsewhere is far above; another version of poppler smooths letters otherwise and is below. */
const TOLERANCE = 0.00005;

for (const [name, invoice, paper, number] of SHEETS) {
  needsPoppler(`the sheet ${name} looks like its picture`, async () => {
    const file = join(import.meta.dirname, 'reference', `${name}.png`);
    const drawn = page(await drawPdf(describeSheet(invoice, paper)), number, DPI);
    if (process.env['UPDATE_PICTURES'] !== undefined) writeFileSync(file, writePng(drawn));
    const part = difference(drawn, readPng(readFileSync(file)));
    assert.ok(part <= TOLERANCE, `${(part * 100).toFixed(4)} % of the pixels differ`);
  });
}

test.run();
