import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { IssuedInvoice } from '../../../../src/platform/ledger/invoice.js';
import { drawPdf } from '../../../../src/paper/documents/pdf/draw.js';
import { describeSheet } from '../../../../src/paper/documents/sheet/describe.js';
import type { Paper } from '../../../../src/paper/documents/sheet/sheet.js';
import { COMPANY, draft, line } from '../../journal/drafts.js';
import { COPY_REFUND, goods, issued, REFUND, SALE, SMALL_SALE } from '../../journal/invoices.js';
import { shareOf } from '../../../kit/cases.js';
import { logoPng } from './logo.js';
import { difference, page, readPng, writePng } from './pictures.js';
import { needsPoppler } from './texts.js';

/**
 * Typical sheets against pictures of them. After a change that is meant, look at the new ones:
 * UPDATE_PICTURES=1 node --import tsx test/paper/documents/sheet/reference.test.ts
 */
const FINAL = draft('Normal', 'Sale', [line('Кухиња по мери „Јела“', 'Ђ', 45_000), line('Монтажа', 'Ђ', 5000)], {
  buyerId: '10:110163983',
  referentNumber: 'ABCD2345-ABCD2345-20',
  referentTime: '2026-11-20 17:42:08',
  adText: [
    'Последњи авансни рачун: ABCD2345-ABCD2345-19',
    'Датум последњег авансног рачуна: 20.11.2026. 17:40:00',
    'Износ аванса: 30.000,00',
    'Рефундација аванса: ABCD2345-ABCD2345-20',
    'Гаранција 24 месеца уз овај рачун.',
  ].join('\n'),
  payments: [
    { paymentType: 'WireTransfer', amount: 3_000_000 },
    { paymentType: 'Cash', amount: 2_000_000 },
  ],
});

const SHEETS: readonly [name: string, invoice: IssuedInvoice, paper: Paper, page: number][] = [
  ['a4-sale', issued(SALE), 'a4', 1],
  ['a4-refund-demo', issued(REFUND, { mode: 'demo' }), 'a4', 1],
  ['a4-1-line', issued(draft('Normal', 'Sale', goods(1))), 'a4', 1],
  ['a4-20-lines', issued(draft('Normal', 'Sale', goods(20), { buyerId: '10:110163983' })), 'a4', 1],
  ['a4-30-lines-page-1', issued(draft('Normal', 'Sale', goods(30))), 'a4', 1],
  ['a4-30-lines-page-2', issued(draft('Normal', 'Sale', goods(30))), 'a4', 2],
  ['a4-60-lines-page-1', issued(draft('Normal', 'Sale', goods(60))), 'a4', 1],
  ['a4-60-lines-page-2', issued(draft('Normal', 'Sale', goods(60))), 'a4', 2],
  ['a4-pro-forma', issued(draft('ProForma', 'Sale', goods(3), { buyerId: '10:110163983' })), 'a4', 1],
  ['a4-final-after-advances', issued(FINAL), 'a4', 1],
  ['a4-copy-not-fiscal', issued(COPY_REFUND), 'a4', 1],
  ['a5', issued(SMALL_SALE), 'a5', 1],
  ['a5-long', issued(draft('Normal', 'Sale', goods(40))), 'a5', 1],
  ['a4slip', issued(SMALL_SALE), 'a4slip', 1],
];

const SELLER = {
  ...COMPANY,
  bankAccount: '160-123456-54',
  registrationNumber: '12345678',
  phone: '011 123 456',
  email: 'prodaja@example.rs',
  web: 'www.example.rs',
};
/** What the final receipt refers to. */
const advanceRefund = issued(draft('Advance', 'Refund', [line('10: Аванс (Ђ)', 'Ђ', 30_000)]));
const CONTEXT = { company: SELLER, logo: logoPng().toString('base64'), advanceRefund };

const DPI = 70;
/** A line moved by a pixel is far above this; another version of poppler smooths letters differently and is below. */
const TOLERANCE = 0.00005;

for (const [name, invoice, paper, number] of shareOf(SHEETS, 5)) {
  needsPoppler(`the sheet ${name} looks like its picture`, async () => {
    const file = join(import.meta.dirname, 'reference', `${name}.png`);
    const drawn = page(await drawPdf(describeSheet(invoice, paper, CONTEXT)), number, DPI);
    if (process.env['UPDATE_PICTURES'] !== undefined) writeFileSync(file, writePng(drawn));
    const part = difference(drawn, readPng(readFileSync(file)));
    assert.ok(part <= TOLERANCE, `${(part * 100).toFixed(4)} % of the pixels differ`);
  });
}

test.run();
