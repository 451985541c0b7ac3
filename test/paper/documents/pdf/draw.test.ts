// time limit: 300 s
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { INVOICE_TYPES, TRANSACTION_TYPES } from '../../../../src/contract/fiscal.js';
import { formatMoney } from '../../../../src/base/money.js';
import type { IssuedInvoice } from '../../../../src/platform/ledger/invoice.js';
import { drawPdf } from '../../../../src/paper/documents/pdf/draw.js';
import { describeSheet } from '../../../../src/paper/documents/sheet/describe.js';
import { drawHtml } from '../../../../src/paper/documents/sheet/html.js';
import { OPENING_MM, PAPERS, type Paper } from '../../../../src/paper/documents/sheet/sheet.js';
import { draft, line } from '../../journal/drafts.js';
import {
  ADVANCE,
  COPY_REFUND,
  goods,
  HIGH_REFUND,
  HIGHEST_SALE,
  issued,
  REFUND,
  SALE,
  SMALL_SALE,
} from '../../journal/invoices.js';
import { densest, page, pagePgm } from '../sheet/pictures.js';
import { dense, htmlText, needsPoppler, needsZbar, pdfPages, runOn } from '../sheet/texts.js';
import { shareOf } from '../../../kit/cases.js';
import { Turns } from '../../../kit/turns.js';

/** Each draws PDFs, and asks other programs what is in them. */
const turns = new Turns(7);

function pdf(invoice: IssuedInvoice, paper: Paper): Promise<Buffer> {
  return drawPdf(describeSheet(invoice, paper));
}

function html(invoice: IssuedInvoice, paper: Paper): string {
  return htmlText(drawHtml(describeSheet(invoice, paper), { base: '', print: false }).html);
}

/** Whose document it is, and the number of the page. */
const FOOT = /^.* · ПИБ \d+\s+Страна (\d+) од (\d+)$/gm;
const HEADS = ['# Назив Кол. Ј. м. Цена ПДВ Износ'];

/** Text of all pages without what is on every page anew: page numbers and the heads of tables. */
function textOf(bytes: Buffer): string {
  const [first = '', ...others] = pdfPages(bytes).map((page) => page.replace(FOOT, ''));
  const rest = others.map((page) => {
    const repeated = HEADS.find((head) => page.startsWith(head));
    return repeated === undefined ? page : page.slice(repeated.length);
  });
  return [first, ...rest].join('');
}

needsPoppler('the PDF has the content of the HTML sheet, in the same order, for every kind and paper', async () => {
  const all = PAPERS.flatMap((paper) =>
    INVOICE_TYPES.flatMap((invoiceType) =>
      TRANSACTION_TYPES.map((transactionType) => ({ paper, invoiceType, transactionType })),
    ),
  );
  for (const { paper, invoiceType, transactionType } of shareOf(all)) {
    const of = draft(invoiceType, transactionType, goods(7), { adText: 'Хвала – hvala!', buyerId: '10:100000049' });
    const invoice = issued(of, { mode: 'demo' });
    assert.is(dense(textOf(await pdf(invoice, paper))), dense(html(invoice, paper)), `${paper} ${invoiceType}`);
  }
});

needsPoppler(
  'long receipts say the same in both drawings too',
  async () => {
    const payments = Array.from({ length: 200 }, () => ({ paymentType: 'Voucher', amount: 100 }) as const);
    const name = `${'Предугачакназивбезиједногразмака'.repeat(5)} и кратак крај`;
    for (const lines of [goods(60), [line(name, 'Ђ', 180), ...goods(30)]]) {
      const invoice = issued(draft('Normal', 'Sale', lines, { payments }));
      for (const paper of PAPERS) assert.is(dense(textOf(await pdf(invoice, paper))), dense(html(invoice, paper)));
    }
  },
  turns,
);

needsPoppler(
  'twenty lines end on the first page of A4, sixty on the second, and forty on one of A5',
  async () => {
    const twenty = pdfPages(await pdf(issued(draft('Normal', 'Sale', goods(20))), 'a4'));
    assert.is(twenty.length, 1, 'the total and the code stand together');
    assert.is(pdfPages(await pdf(issued(draft('Normal', 'Sale', goods(60))), 'a4')).length, 2);
    assert.is(pdfPages(await pdf(issued(draft('Normal', 'Sale', goods(40))), 'a5')).length, 1);
  },
  turns,
);

needsPoppler(
  'the code and the words below it are links to the verification page',
  async () => {
    const invoice = issued(SALE);
    for (const paper of PAPERS) {
      const links = runOn(await pdf(invoice, paper), 'pdfinfo', ['-url', 'FILE'])
        .toString()
        .split('\n');
      const found = links.filter((row) => row.endsWith(invoice.signature.verificationUrl));
      assert.is(found.length, 2, paper);
    }
  },
  turns,
);

needsPoppler(
  '500 lines break over numbered pages, each with the head of the table',
  async () => {
    const pages = pdfPages(await pdf(issued(draft('Normal', 'Sale', goods(500))), 'a4'));
    for (const [at, page] of pages.entries()) {
      const [foot, ...others] = page.matchAll(FOOT);
      assert.equal([foot?.[1], foot?.[2], others.length], [`${at + 1}`, `${pages.length}`, 0]);
      if (/^\d+ \p{L}/mu.test(page)) assert.is(page.match(/^# Назив/gm)?.length, 1, `page ${at + 1}`);
    }
    const numbers = Array.from(pages.join('').matchAll(/^(\d+) \p{L}/gmu), ([, number]) => Number(number));
    assert.is(numbers.join(), Array.from({ length: 500 }, (_, at) => at + 1).join());
  },
  turns,
);

needsPoppler(
  'no number is broken or drawn over another, up to the highest total of a receipt',
  async () => {
    for (const of of [HIGHEST_SALE, HIGH_REFUND]) {
      const sheet = describeSheet(issued(of), 'a4');
      const tables = sheet.blocks.flatMap((block) => (block.kind === 'table' ? [block] : []));
      const sums = sheet.blocks.flatMap((block) => (block.kind === 'pair' ? [block.right] : [block]));
      const numbers = [
        ...tables.flatMap(({ columns, rows }) =>
          rows.flatMap((cells) => cells.filter((_, at) => columns[at]?.align === 'right')),
        ),
        ...sums.flatMap((block) => (block.kind === 'sums' ? block.rows.map(({ amount }) => amount) : [])),
      ].flatMap((number) => number.split(' '));
      const [document = ''] = pdfPages(await drawPdf(sheet))
        .join('')
        .split('-------------ПРОМЕТ');
      const words = document.split(/\s/);
      assert.ok(numbers.length >= 10, `${numbers.length}`);
      for (const number of numbers) assert.ok(words.includes(number), number);
      assert.match(document, `${formatMoney(of.total)} RSD`);
    }
  },
  turns,
);

needsPoppler(
  'a number for which there is no room at all is set in smaller type',
  async () => {
    const cells = ['1.234.567.890.123,45', '9.876.543.210.987,65'];
    const columns = cells.map(() => ({ head: 'Износ', share: 10, align: 'right' }) as const);
    const table = { kind: 'table', columns, rows: [cells], foot: null } as const;
    const sheet = { ...describeSheet(issued(SALE), 'a4'), blocks: [table] };
    assert.match(pdfPages(await drawPdf(sheet)).join(''), cells.join(' '));
  },
  turns,
);

needsPoppler(
  'nothing is outside the margins of the paper',
  async () => {
    for (const paper of PAPERS) {
      const bytes = await pdf(issued(draft('Copy', 'Refund', goods(80), { adText: 'Хвала. '.repeat(70) })), paper);
      const margin = Math.round(((paper === 'a5' ? 10 : 15) / 25.4) * 50) - 1;
      for (let number = 1; number <= pdfPages(bytes).length; number++) {
        const { width, height, pixels } = page(bytes, number, 50);
        for (let at = 0; at < pixels.length; at++) {
          const [x, y] = [at % width, Math.floor(at / width)];
          // The page number is in the lower margin, and the title row of a document directly above its first page.
          const top = paper === 'a4' && number === 1 ? margin - Math.ceil((OPENING_MM / 25.4) * 50) : margin;
          if (x >= margin && x < width - margin && y >= top) continue;
          assert.ok(pixels[at]! > 200, `${paper}, page ${number}: ink at ${x}, ${y} of ${width} × ${height}`);
        }
      }
    }
  },
  turns,
);

needsPoppler(
  'the QR code is 42 to 45 mm wide and inside the frame',
  async () => {
    const dpi = 300;
    for (const paper of ['a5', 'a4slip'] as const) {
      for (const of of [SMALL_SALE, COPY_REFUND]) {
        const picture = page(await pdf(issued(of), paper), 1, dpi);
        const code = densest(picture);
        for (const side of [code.width, code.height]) {
          const sideMm = (side / dpi) * 25.4;
          assert.ok(sideMm >= 42 && sideMm <= 45, `${paper}: ${sideMm} mm`);
        }
        const ink = (left: number, top: number, width: number, height: number): boolean => {
          for (let y = top; y < top + height; y++) {
            const row = picture.pixels.subarray(y * picture.width + left, y * picture.width + left + width);
            if (row.some((pixel) => pixel < 128)) return true;
          }
          return false;
        };
        const middle = code.y + Math.floor(code.height / 2);
        const right = code.x + code.width + 1;
        assert.ok(
          ink(0, middle, code.x - 1, 1) && ink(right, middle, picture.width - right, 1),
          `${paper}: frame lines`,
        );
        // 4 modules of at most 101, less the pixel on which a module ends.
        const quiet = Math.floor((4 * code.width) / 101) - 1;
        const whole = code.width + 2 * quiet;
        for (const [x, y, width, height] of [
          [code.x - quiet, code.y - quiet, whole, quiet],
          [code.x - quiet, code.y + code.height + 1, whole, quiet],
          [code.x - quiet, code.y, quiet, code.height],
          [code.x + code.width + 1, code.y, quiet, code.height],
        ] as const) {
          assert.not.ok(ink(x, y, width, height), `${paper}: ink in the quiet zone`);
        }
      }
    }
  },
  turns,
);

needsZbar(
  'the QR code can be read from a print of 150 dpi, also that of the longest link',
  async () => {
    for (const paper of PAPERS) {
      for (const internalBytes of [256, 512] as const) {
        const invoice = issued(SMALL_SALE, { internalBytes });
        const picture = pagePgm(await pdf(invoice, paper), 1, 150);
        const read = runOn(picture, 'zbarimg', ['--raw', '--quiet', '-Sdisable', '-Sqrcode.enable', 'FILE']);
        assert.is(read.toString().trim(), invoice.signature.verificationUrl, `${paper} ${internalBytes}`);
      }
    }
  },
  turns,
);

needsZbar(
  'on a receipt of several pages the code is on the last one, with the PFR number above it',
  async () => {
    for (const paper of PAPERS) {
      const invoice = issued(draft('Normal', 'Sale', goods(130)));
      const bytes = await pdf(invoice, paper);
      const pages = pdfPages(bytes);
      const read = runOn(pagePgm(bytes, pages.length, 150), 'zbarimg', [
        '--raw',
        '--quiet',
        '-Sdisable',
        '-Sqrcode.enable',
        'FILE',
      ]);
      assert.is(read.toString().trim(), invoice.signature.verificationUrl);
      assert.match(pages.at(-1) ?? '', /ПФР број рачуна: [^]*={40}\n=+ КРАЈ ФИСКАЛНОГ РАЧУНА =+\n/);
    }
  },
  turns,
);

needsPoppler(
  'the fonts are embedded as subsets, and their text can be searched',
  async () => {
    for (const paper of PAPERS) {
      const [, , ...fonts] = runOn(await pdf(issued(REFUND, { mode: 'demo' }), paper), 'pdffonts', ['FILE'])
        .toString()
        .trim()
        .split('\n');
      assert.ok(fonts.length >= 2);
      for (const font of fonts)
        assert.match(font, /^[A-Z]{6}\+(?:DejaVu|Inter)\S+ +CID TrueType +Identity-H +yes yes yes /);
    }
  },
  turns,
);

needsPoppler(
  'the metadata name the receipt and its PFR time',
  async () => {
    const info = runOn(await pdf(issued(ADVANCE), 'a4'), 'pdfinfo', ['-isodates', 'FILE']).toString();
    assert.match(info, /^Title: +Авансни рачун ABCD2345-ABCD2345-51$/m);
    assert.match(info, /^CreationDate: +2026-11-21T07:05:09Z$/m);
    assert.match(info, /^Page size: +595\.\d+ x 841\.\d+ pts \(A4\)$/m);
  },
  turns,
);

turns.test('the language of the document is Serbian', async () => {
  assert.match((await pdf(issued(SALE), 'a4')).toString('latin1'), '/Lang (sr-Cyrl)');
});

turns.test('the same receipt gives the same bytes', async () => {
  const first = await pdf(issued(SALE), 'a4');
  assert.ok(first.equals(await pdf(issued(SALE), 'a4')));
  assert.not.ok(first.equals(await pdf(issued(SMALL_SALE), 'a4')));
});

test.run();
