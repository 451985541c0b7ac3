// time limit: 400 s
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type FontName, FONT_FILES, fontPath } from '../../../../../src/paper/documents/fonts.js';
import { drawPdf } from '../../../../../src/paper/documents/pdf/draw.js';
import { describeSheet } from '../../../../../src/paper/documents/sheet/describe.js';
import { drawHtml } from '../../../../../src/paper/documents/sheet/html.js';
import { PAPERS, type Paper } from '../../../../../src/paper/documents/sheet/sheet.js';
import type { IssuedInvoice } from '../../../../../src/platform/ledger/invoice.js';
import { COMPANY, draft } from '../../../journal/drafts.js';
import { COPY_REFUND, goods, HIGH_REFUND, issued, SALE } from '../../../journal/invoices.js';
import { assertAccessible } from '../../../../kit/web/accessibility.js';
import { hasBrowser } from '../../../../kit/web/browser.js';
import { Turns } from '../../../../kit/turns.js';
import { assertPicture, type Look, openSteadyBrowser, steadyPage } from '../../../../kit/web/steady.js';
import { logoPng } from '../logo.js';
import { dense, pdfPages } from '../texts.js';

/** Sheets as a phone of 360 px and a desktop show them. After a change that is meant: `npm run pictures -- screens`, and look. */

const PLACE = 'https://kasa.invalid';
const KEPT = { folder: join(import.meta.dirname, 'expected'), isWhole: true } as const;
const PHONE: Look = { device: 'phone' };
const DESKTOP: Look = { device: 'desktop' };
const SELLER = { ...COMPANY, bankAccount: '160-123456-54', phone: '011 123 456', web: 'www.example.rs' };
const CONTEXT = { company: SELLER, logo: logoPng().toString('base64') };
const PRO_FORMA = issued(draft('ProForma', 'Sale', goods(3), { buyerId: '10:110163983' }));

let browser: Browser;

/** What is on a page, in whichever order it was drawn. */
const letters = (page: string): string => Array.from(dense(page)).sort().join('');

/** Shows a sheet with its fonts, as the box serves it: under its content security policy. */
async function showing(
  invoice: IssuedInvoice,
  paper: Paper,
  look: Look,
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const { html, contentSecurityPolicy } = drawHtml(describeSheet(invoice, paper, CONTEXT), { base: '', print: false });
  const { page, close } = await steadyPage(browser, look);
  const refused: string[] = [];
  await page.route('**/*', (route) => {
    const url = new URL(route.request().url());
    if (url.pathname === '/')
      return route.fulfill({
        body: html,
        headers: { 'content-type': 'text/html', 'content-security-policy': contentSecurityPolicy },
      });
    const font = Object.entries(FONT_FILES).find(([, file]) => file === basename(url.pathname))?.[0];
    const path = font === undefined ? null : fontPath(font as FontName);
    if (url.origin === PLACE && path !== null)
      return route.fulfill({ body: readFileSync(path), contentType: 'font/ttf' });
    refused.push(url.href);
    return route.abort();
  });
  try {
    await page.goto(`${PLACE}/`);
    await page.evaluate('document.fonts.ready.then(() => 0)');
    await work(page);
    assert.equal(refused, []);
  } finally {
    await close();
  }
}

if (hasBrowser) {
  /** Each shows sheets in a browser. */
  const turns = new Turns(8);

  test.before(async () => {
    browser = await openSteadyBrowser();
  });
  test.after(() => browser.close());

  const PICTURES: readonly (readonly [name: string, invoice: IssuedInvoice, look: Look])[] = [
    ['a4-phone', issued(SALE), PHONE],
    ['a4-phone-pro-forma', PRO_FORMA, PHONE],
    ['a4-desktop', issued(SALE), DESKTOP],
  ];
  for (const [name, invoice, look] of PICTURES) {
    turns.test(name, () => showing(invoice, 'a4', look, (page) => assertPicture(page, name, KEPT)));
  }

  for (const look of [PHONE, DESKTOP])
    for (const paper of PAPERS)
      turns.test(`axe finds nothing on ${paper}, on a ${look.device}`, async () => {
        for (const invoice of [PRO_FORMA, issued(COPY_REFUND, { environment: 'sandbox' })])
          await showing(invoice, paper, look, (page) => assertAccessible(page));
      });

  const long = { ...HIGH_REFUND, lines: HIGH_REFUND.lines.map((line) => ({ ...line, name: 'Ж'.repeat(190) })) };
  const WIDE = {
    'long names': issued(long),
    'sixty lines': issued(draft('Normal', 'Sale', goods(60))),
    'a pro-forma': PRO_FORMA,
  };
  for (const [name, invoice] of Object.entries(WIDE))
    turns.test(`on a phone nothing of ${name} is wider than the screen`, async () => {
      for (const paper of PAPERS)
        await showing(invoice, paper, PHONE, async (page) => {
          assert.equal(await page.evaluate('[innerWidth, document.scrollingElement.scrollWidth]'), [360, 360], paper);
        });
    });

  const PRINTED: readonly (readonly [paper: Paper, ...lines: number[]])[] = [
    ['a4', 20, 24, 60, 140],
    ['a5', 48],
    ['a4slip', 65],
  ];
  for (const [paper, ...counts] of PRINTED)
    for (const lines of counts)
      turns.test(
        `of ${lines} lines on ${paper} a browser prints the same pages as the PDF has, and the code is never alone on one`,
        async () => {
          const invoice = issued(draft('Normal', 'Sale', goods(lines), { buyerId: '10:110163983' }));
          const drawn = pdfPages(await drawPdf(describeSheet(invoice, paper, CONTEXT)));
          await showing(invoice, paper, DESKTOP, async (page) => {
            const pages = pdfPages(await page.pdf({ preferCSSPageSize: true, printBackground: true }));
            assert.equal(pages.map(letters), drawn.map(letters), `${paper} ${lines}`);
          });
          const last = drawn.at(-1) ?? '';
          for (const stands of [/Укупан износ:/, /ПФР време:/, /^ *[\d.]+,\d\d +[\d,]+ +[\d.]+,\d\d *$/m])
            assert.match(last, stands, `on the page of the code: ${paper} ${lines}`);
        },
      );

  turns.test('printed from a phone it is the sheet', () =>
    showing(issued(SALE), 'a4', PHONE, async (page) => {
      await page.emulateMedia({ media: 'print' });
      const tops =
        '["thead th", ".which", ".seller"].map((one) => getComputedStyle(document.querySelector(one)).display)';
      assert.equal(await page.evaluate(tops), ['table-cell', 'block', 'flex']);
      const side = '[".seller", ".which"].map((one) => document.querySelector(one).getBoundingClientRect().top)';
      const [seller, which] = await page.evaluate<[number, number]>(side);
      assert.is(seller, which, 'side by side');
    }),
  );
}

test.run();
