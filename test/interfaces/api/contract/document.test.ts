// "GET /invoices/{uuid}/document" of the specification of API v1, and `prefetchDocument` of "POST /invoices".
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { INVOICE_TYPES, TRANSACTION_TYPES } from '../../../../src/contract/fiscal.js';
import { PRINT_SCRIPT } from '../../../../src/paper/documents/sheet/html.js';
import { PAPERS } from '../../../../src/paper/documents/sheet/sheet.js';
import { body, line } from '../../../sales/invoicing/bodies.js';
import type { Invoice } from '../../../kit/answers.js';
import { TestBox } from '../../../kit/box.js';
import { shareOf } from '../../../kit/cases.js';
import { type Client, type Received, read, readError } from '../../../kit/client.js';
import { serveWithoutSocket } from '../../../kit/serve.js';
import { until } from '../../../kit/until.js';
import { codeOf, readCode } from '../../../paper/documents/sheet/codes.js';
import { pagePgm } from '../../../paper/documents/sheet/pictures.js';
import { dense, htmlText, needsPoppler, needsZbar, pdfPages } from '../../../paper/documents/sheet/texts.js';
import { Turns } from '../../../kit/turns.js';

/** Each starts a process that draws anew. */
const turns = new Turns(3);

const NOBODY = '00000000-0000-7000-8000-000000000000';

let box: TestBox;
let client: Client;
let invoice: Invoice;

async function issue(change: Readonly<Record<string, unknown>> = {}): Promise<Invoice> {
  return read('Invoice', 201, await client.post('/invoices', body(change)));
}

test.before(async () => {
  box = await TestBox.start({ serve: serveWithoutSocket });
  client = await box.client();
  invoice = await issue({ cashier: 'Милица', buyerId: '10:100000049', adText: 'Хвала!' });
});
test.after(() => box.stop());

async function document(query = '', of = invoice): Promise<Received> {
  const reply = await client.get(`/invoices/${of.uuid}/document${query}`);
  assert.is(reply.status, 200, reply.text);
  return reply;
}

/** The only process that draws PDFs for the box of this test. */
function rendererPid(): number {
  const [pid, ...others] = rendererPids();
  if (pid === undefined || others.length > 0) throw new Error(`not one process draws, but ${rendererPids().length}`);
  return pid;
}

/** Process ids of all processes that draw. */
function rendererPids(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isRenderer(name))
    .map(Number);
}

function isRenderer(pid: string): boolean {
  try {
    const [stat, words] = ['stat', 'cmdline'].map((file) => readFileSync(`/proc/${pid}/${file}`, 'utf8'));
    const isChild = stat?.slice(stat.lastIndexOf(')')).split(' ')[2] === String(process.pid);
    return isChild && words?.includes('worker.ts') === true;
  } catch {
    return false; // it has ended meanwhile
  }
}

const cached = (of: Invoice): string[] => {
  const folder = join(box.folder, 'documents');
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.includes(of.uuid)) : [];
};

test('response 200: text/html; charset=utf-8 or application/pdf, not JSON', async () => {
  for (const query of ['', '?format=html', '?paper=a5&format=html', '?print=0', '/?paper=a4']) {
    assert.is((await document(query)).headers['content-type'], 'text/html; charset=utf-8', query);
  }
  const { headers, bytes } = await document('?format=pdf');
  assert.is(headers['content-type'], 'application/pdf');
  assert.is(headers['content-length'], String(bytes.length));
  assert.is(headers['content-disposition'], `inline; filename="racun-${invoice.pfr.invoiceNumber}.pdf"`);
  assert.match(bytes.toString('latin1'), /^%PDF-1\.\d[^]*%%EOF\n?$/);
});

test('paper: a4 (default) is a document, a5 and a4slip are the fiscal slip', async () => {
  const [plain, a4, a5, a4slip] = await Promise.all(
    ['', '?paper=a4', '?paper=a5', '?paper=a4slip'].map(async (query) => (await document(query)).text),
  );
  assert.is(plain, a4);
  for (const part of [
    'Место продаје',
    'Купац',
    'Готовина',
    'Основица',
    'ФИСКАЛНИ РАЧУН',
    '<svg ',
    'Милица',
    '10:100000049',
  ]) {
    assert.match(a4 ?? '', part);
  }
  assert.match(a4 ?? '', '@page{size:210mm 297mm');
  assert.match(a5 ?? '', '@page{size:148mm 210mm');
  assert.match(a4slip ?? '', '@page{size:210mm 297mm');
  for (const slip of [a5, a4slip]) {
    assert.not.match(slip ?? '', 'Место продаје');
    const lines = invoice.journal.split('\r\n').filter((text) => text !== '');
    for (const text of lines) assert.match(htmlText(slip ?? ''), text);
  }
});

/** The text of an HTML sheet with what a page of paper has below it, without blanks. */
function onPaper(html: string): string {
  const title = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '';
  return dense(`${htmlText(html)}${title} · ДЕМО ПРОДАВНИЦА · ПИБ 000000000 Страна 1 од 1`);
}

needsPoppler('format: html and pdf say the same on every paper and for every kind', async () => {
  const kinds = INVOICE_TYPES.flatMap((invoiceType) =>
    TRANSACTION_TYPES.map((transactionType) => ({ invoiceType, transactionType })),
  );
  for (const { invoiceType, transactionType } of shareOf(kinds)) {
    const referent = { referentDocumentNumber: invoice.pfr.invoiceNumber, buyerId: '10:100000049' };
    const of = await issue({ invoiceType, transactionType, ...referent });
    const html = (await document('', of)).text;
    const [page = '', ...others] = pdfPages((await document('?format=pdf', of)).bytes);
    assert.equal(others, []);
    assert.is(dense(page), onPaper(html), `${invoiceType} ${transactionType}`);
  }
  for (const paper of shareOf(PAPERS)) {
    const html = (await document(`?paper=${paper}`)).text;
    const pdf = pdfPages((await document(`?paper=${paper}&format=pdf`)).bytes).join('');
    assert.is(dense(pdf), onPaper(html), paper);
  }
});

test('base: styles and fonts come from the origin of the caller, and from nowhere else', async () => {
  const base = 'https://kasa.local:8443';
  const { text, headers } = await document(`?base=${encodeURIComponent(base)}&print=1`);
  const loaded = Array.from(text.matchAll(/(?:url\("|src=")([^"]+)"/g), ([, url]) => url);
  const fonts = ['Inter_400Regular.ttf', 'Inter_600SemiBold.ttf', 'DejaVuSansMono.ttf'];
  assert.equal(
    loaded,
    fonts.map((font) => `${base}/fonts/${font}`),
  );
  assert.match(String(headers['content-security-policy']), `font-src ${base}; script-src 'sha256-`);
  // The link of a demo receipt leads to the box itself, wherever the sheet is shown.
  assert.not.match(text.replaceAll(invoice.pfr.verificationUrl, ''), box.origin);
});

test('everything that a sheet loads is served by the box', async () => {
  const { text } = await document('?print=1');
  const loaded = Array.from(text.matchAll(/(?:url\("|src=")([^"]+)"/g), ([, url]) => url ?? '');
  assert.is(loaded.length, 3);
  for (const path of loaded) assert.is((await box.anonymous.fetch('GET', path)).status, 200, path);
});

test('print=1: the HTML opens the print dialog on arrival; with anything else nothing runs', async () => {
  assert.match((await document('?print=1')).text, `<script>${PRINT_SCRIPT}</script>`);
  for (const query of ['', '?print=0', '?print=true', '?print=']) {
    const { text, headers } = await document(query);
    assert.not.match(text, '<script');
    assert.not.match(String(headers['content-security-policy']), 'script-src');
  }
});

test('every sheet has a strict policy: nothing from elsewhere, no script, no frame', async () => {
  for (const paper of PAPERS) {
    const policy = String((await document(`?paper=${paper}`)).headers['content-security-policy']);
    assert.match(policy, /^default-src 'none'; style-src 'sha256-[^']+'; font-src 'self'; base-uri 'none';/);
    assert.match(policy, "frame-ancestors 'none'");
  }
});

test('an addition: what the buyer gave stands with the change in the answer, the journal and below the slip of each sheet', async () => {
  const of = await issue({ tendered: 500 });
  const again = JSON.parse((await client.get(`/invoices/${of.uuid}`)).text) as { readonly tendered: number };
  const journal = (await client.get(`/invoices/${of.uuid}/journal`)).text;
  assert.is(again.tendered, 500);
  assert.match(journal, /\r\nУплаћено - готовина: +500,00\r\nПовраћај: +200,00\r\n$/);
  for (const paper of PAPERS) {
    const { text } = await document(`?paper=${paper}`, of);
    assert.match(text, /class="advert">[^]*Уплаћено - готовина: +500,00\s+Повраћај: +200,00/);
  }
});

test('the HTML sheet is delimited by the comments sheet and /sheet, whatever the receipt says', async () => {
  const evil = `"><script>alert('1')</script><!--/sheet--><!--sheet-->`;
  const of = await issue({
    items: [line({ name: evil, unit: '<b>&"\'' })],
    cashier: '</pre><img src=x>',
    adText: evil,
  });
  for (const paper of PAPERS) {
    const { text } = await document(`?paper=${paper}`, of);
    assert.is(text.match(/<!--sheet-->/g)?.length, 1);
    assert.is(text.match(/<!--\/sheet-->/g)?.length, 1);
    assert.ok(text.indexOf('<!--sheet-->') < text.indexOf('<!--/sheet-->'));
    assert.not.match(text, /<script|<img|<b>/);
    // The slip cuts it into 40 columns, but keeps every character.
    assert.match(dense(htmlText(text)), dense(evil).slice(0, 30));
  }
});

test('a response lacking the comment sheet is an error page', async () => {
  for (const path of [`/invoices/${NOBODY}/document`, `/invoices/${invoice.uuid}/document?paper=a3`]) {
    assert.not.match((await client.get(path)).text, '<!--sheet-->');
  }
});

test('errors: 404 for an invoice that is not there, 401 without a key', async () => {
  for (const format of ['html', 'pdf']) {
    const reply = await client.get(`/invoices/${NOBODY}/document?format=${format}`);
    assert.is(readError(404, reply).code, 'not_found');
    assert.is((await box.anonymous.get(`/invoices/${invoice.uuid}/document?format=${format}`)).status, 401);
  }
});

test('errors: 422 validation when paper, format or base is not acceptable; the message says what is', async () => {
  for (const [query, message] of [
    ['paper=A4', /^paper must be one of a4, a5, a4slip$/],
    ['paper=', /^paper must/],
    ['paper=a4&format=docx', /^format must be one of html, pdf$/],
    ['base=javascript:alert(1)', /^base must be an origin, such as https:\/\/kasa\.local:8443/],
    ['base=https://kasa.local/path', /^base must/],
    ['base=', /^base must/],
    ['base=https://kasa.local%27%3B&format=pdf', /^base must/],
  ] as const) {
    const { code, message: said } = readError(422, await client.get(`/invoices/${invoice.uuid}/document?${query}`));
    assert.is(code, 'validation', query);
    assert.match(said, message);
  }
});

test('HEAD has the headers of GET', async () => {
  for (const query of ['', '?format=pdf']) {
    const [got, head] = [
      await document(query),
      await client.call('HEAD', `/invoices/${invoice.uuid}/document${query}`),
    ];
    assert.equal([head.status, head.bytes.length], [200, 0]);
    for (const name of ['content-type', 'content-length', 'content-security-policy', 'content-disposition']) {
      assert.is(head.headers[name], got.headers[name], name);
    }
  }
});

needsZbar('the QR on every sheet is inside the frame, 42 to 45 mm, and holds the verification link', async () => {
  for (const paper of shareOf(PAPERS)) {
    const { text } = await document(`?paper=${paper}`);
    const [frame] = /<div class="frame">[^]*<\/div>/.exec(text) ?? [''];
    const code = codeOf(frame);
    assert.ok(code.sideMm >= 42 && code.sideMm <= 45, `${paper}: ${code.sideMm} mm`);
    assert.is(readCode(code.picture), invoice.pfr.verificationUrl);
    assert.match(frame.slice(0, frame.indexOf('<svg')), 'Бројач рачуна:');
    assert.match(frame.slice(frame.indexOf('</svg>')), 'КРАЈ ФИСКАЛНОГ РАЧУНА');
    const { bytes } = await document(`?paper=${paper}&format=pdf`);
    assert.is(readCode(pagePgm(bytes, 1, 150)), invoice.pfr.verificationUrl, `${paper}, printed at 150 dpi`);
  }
});

turns.test(
  'prefetchDocument: a5 is drawn after the answer, and a later download is served from the cache',
  async () => {
    const of = await issue({ prefetchDocument: 'a5' });
    await until('it is drawn', () => cached(of).length > 0);
    assert.match(cached(of).join(), '-a5-');
    await box.restart();
    client = await box.client();
    const { bytes } = await document('?paper=a5&format=pdf', of);
    assert.match(bytes.toString('latin1', 0, 5), '%PDF-');
    assert.equal(rendererPids(), [], 'nothing was drawn anew');
  },
);

turns.test('sales never wait for a document: they go on while the drawing process is stopped', async () => {
  await document('?format=pdf', await issue());
  const pid = rendererPid();
  process.kill(pid, 'SIGSTOP');
  const waiting = document('?format=pdf', await issue({ items: Array.from({ length: 50 }, () => line()) }));
  const sold: Invoice[] = [];
  for (let number = 0; number < 20; number += 1) sold.push(await issue({ prefetchDocument: 'a5' }));
  process.kill(pid, 'SIGCONT');
  assert.is((await waiting).headers['content-type'], 'application/pdf');
  assert.is(new Set(sold.map(({ uuid }) => uuid)).size, 20);
});

turns.test('a drawing process that is killed is replaced', async () => {
  await document('?format=pdf', await issue());
  const pid = rendererPid();
  process.kill(pid, 'SIGKILL');
  await document('?format=pdf', await issue());
  assert.is.not(rendererPid(), pid);
});

test.run();
