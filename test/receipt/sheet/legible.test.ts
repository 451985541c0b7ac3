import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type FontName, FONT_FILES, fontPath } from '../../../src/receipt/fonts.js';
import { drawPdf } from '../../../src/receipt/pdf/draw.js';
import { describeSheet } from '../../../src/receipt/sheet/describe.js';
import { HELD } from '../../../src/receipt/sheet/held.js';
import { drawHtml } from '../../../src/receipt/sheet/html.js';
import { UNKNOWN_SIGN } from '../../../src/base/text.js';
import { legible } from '../../../src/receipt/sheet/legible.js';
import { PAPERS } from '../../../src/receipt/sheet/sheet.js';
import type { IssuedInvoice } from '../../../src/ledger/invoice.js';
import { draft, line } from '../drafts.js';
import { issued } from '../invoices.js';
import { dense, htmlText, needsPoppler, pdfPages } from './texts.js';

/**
 * The table of signs against the fonts. After a change of them:
 * UPDATE_HELD=1 node --import tsx test/receipt/sheet/legible.test.ts && npx prettier --write src/receipt/sheet/held.ts
 */
const TABLE = resolve(import.meta.dirname, '../../../src/receipt/sheet/held.ts');

interface Fonts {
  create: (bytes: Buffer) => { readonly characterSet: readonly number[] };
}

/** The reader of fonts that pdfkit draws with. */
const fonts = createRequire(createRequire(import.meta.url).resolve('pdfkit'))('fontkit') as Fonts;

function pointsOf(name: string): Set<number> {
  const path = fontPath(name as FontName);
  if (path === null) throw new Error(`${name} is missing`);
  return new Set(fonts.create(readFileSync(path)).characterSet);
}

const NEVER = /[\p{Cc}\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}\p{Script_Extensions=Arabic}]/u;

/** First and last of each row of neighbours, one after the other. */
function rangesOf(points: readonly number[]): number[] {
  const known = new Set(points);
  return points.flatMap((point) => [
    ...(known.has(point - 1) ? [] : [point]),
    ...(known.has(point + 1) ? [] : [point]),
  ]);
}

test('the table holds the signs that all three fonts have, and that draw from left to right', () => {
  const [first = new Set<number>(), ...others] = Object.keys(FONT_FILES).map(pointsOf);
  const points = [...first]
    .filter((point) => others.every((other) => other.has(point)) && !NEVER.test(String.fromCodePoint(point)))
    .sort((a, b) => a - b);
  const ranges = rangesOf(points);
  if (process.env['UPDATE_HELD'] !== undefined) {
    const [head = ''] = readFileSync(TABLE, 'utf8').split('[\n');
    const numbers = ranges.map((point) => `0x${point.toString(16)}`);
    writeFileSync(TABLE, `${head}[\n${numbers.join(', ')}];\n`);
  }
  assert.equal(HELD, ranges);
});

test('what the fonts lack is one visible sign each; blanks stay blanks, and nothing invisible stays', () => {
  for (const [text, shown] of [
    ['Поклон 礼物', `Поклон ${UNKNOWN_SIGN.repeat(2)}`],
    ['Кафа – „Ђурђевак“ ½ € čćžšđ ČĆŽŠĐ ђјљњћџ ЂЈЉЊЋЏ', 'Кафа – „Ђурђевак“ ½ € čćžšđ ČĆŽŠĐ ђјљњћџ ЂЈЉЊЋЏ'],
    ['c\u030cas', 'čas'],
    ['за́мак', 'за́мак'],
    ['हिन्दी', UNKNOWN_SIGN.repeat(3)],
    ['Сок 👩\u200d🚀 ❤\ufe0f', `Сок ${UNKNOWN_SIGN.repeat(2)} ❤`],
    ['礼\u3000物', `${UNKNOWN_SIGN} ${UNKNOWN_SIGN}`],
    ['Цена \u202e001', 'Цена 001'],
    ['قهوة', UNKNOWN_SIGN.repeat(4)],
    ['\ud800', UNKNOWN_SIGN],
    ['а\tб', `а${UNKNOWN_SIGN}б`],
  ] as const) {
    assert.is(legible(text), shown);
  }
  assert.is(legible(UNKNOWN_SIGN), UNKNOWN_SIGN);
});

/** A receipt with these signs behind each of its texts, also those of the processor. */
function foreign(signs: string): IssuedInvoice {
  const items = [{ ...line(`Поклон ${signs}`, 'Ђ', 180), unit: `к${signs}` }];
  const more = { cashier: `Ана ${signs}`, buyerId: `10:${signs}`, buyerCostCenterId: signs };
  const referent = { referentNumber: `Р${signs}`, adText: `Хвала ${signs}` };
  const invoice = issued(draft('Normal', 'Sale', items, { ...more, ...referent }));
  const { signature } = invoice;
  const { company, taxItems, journal } = signature;
  return {
    ...invoice,
    signature: {
      ...signature,
      invoiceNumber: signature.invoiceNumber + signs,
      invoiceCounter: signature.invoiceCounter + signs,
      journal: journal.replace('123/1.0', signs.padEnd(7)),
      taxItems: taxItems.map((item) => ({ ...item, label: signs, categoryName: `О-ПДВ ${signs}` })),
      company: {
        ...company,
        name: `Пекара ${signs}`,
        tin: signs,
        location: signs,
        address: signs,
        district: signs,
      },
    },
  };
}

test('no text of a receipt comes to the sheet with a sign that the fonts lack', () => {
  const invoice = foreign('礼\u202e物');
  for (const paper of PAPERS) {
    const sheet = JSON.stringify(describeSheet(invoice, paper));
    assert.not.match(sheet, /[礼物\u202e]/u);
    assert.match(sheet, `Поклон ${UNKNOWN_SIGN.repeat(2)}`);
  }
  assert.match(invoice.signature.journal, '礼\u202e物');
});

needsPoppler('the PDF says what the HTML says, whatever signs a receipt has', async () => {
  for (const signs of ['礼物', 'за́мак', 'c\u030cas', '👩\u200d🚀', 'قهوة 12', '½ € ™ → ★ ✓']) {
    const invoice = foreign(signs);
    for (const paper of PAPERS) {
      const sheet = describeSheet(invoice, paper);
      const html = htmlText(drawHtml(sheet, { base: '', print: false }).html);
      const pdf = pdfPages(await drawPdf(sheet)).join('');
      assert.is(dense(pdf.replace(/^Страна \d+ од \d+$/gm, '')), dense(html), `${paper} ${signs}`);
    }
  }
});

test.run();
