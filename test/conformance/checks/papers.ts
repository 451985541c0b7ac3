import { check } from '../kit/check.js';
import type { Answer } from '../kit/client.js';
import { matches, read, refused, same, status, that } from '../kit/expect.js';
import { dense, loadedBy, sheetOf, visible } from '../kit/html.js';
import { error } from '../kit/shapes.js';
import type { Till } from '../kit/till.js';

/** "GET /invoices/{uuid}/journal". */
const journalChecks = [
  check(['journal.type', 'journal.as-printed', 'journal.columns', 'invoice.journal'], async ({ client, till }) => {
    const { uuid, journal } = await till.issue();
    const answer = await client.get(`/invoices/${uuid}/journal`);
    status(answer, 200);
    matches(answer.headers['content-type'] ?? '', /^text\/plain; ?charset=utf-8$/i, 'Content-Type');
    same(answer.text, journal, 'the journal');
    const widths = answer.text.split(/\r?\n/).map((row) => Array.from(row).length);
    same(Math.max(...widths), 40, 'columns of the widest row');
    matches(answer.text, /\p{Script=Cyrillic}{4}/u, 'the journal');
  }),
  check('journal.signature', async ({ till }) => {
    const journalOf = async (invoiceType: string, transactionType: string): Promise<string> =>
      (await till.issueKind(invoiceType, transactionType)).journal ?? '';
    matches(await journalOf('Copy', 'Refund'), /потпис/i, 'the copy of a refund');
    that(!/потпис/i.test(await journalOf('Copy', 'Sale')), 'no signature on the copy of a sale');
  }),
  check(['journal.one', 'journal.after', 'post.adText'], async ({ till }) => {
    const closing = /=+ КРАЈ ФИСКАЛНОГ РАЧУНА =+\r?\n/g;
    const plain = (await till.issue()).journal ?? '';
    same([...plain.matchAll(closing)].length, 1, 'closing lines');
    same([...plain.matchAll(/=+ ФИСКАЛНИ РАЧУН =+/g)].length, 1, 'title lines');
    same(plain.split(closing)[1], '', 'what follows the closing line');
    const advertised = (await till.issue(till.sale({ adText: 'Хвала!' }))).journal ?? '';
    matches(advertised.split(closing)[1] ?? '', /^Хвала!\s*$/, 'what follows the closing line');
  }),
];

async function sheet(till: Till, uuid: string, query = ''): Promise<string> {
  const answer = await till.client.get(`/invoices/${uuid}/document${query}`);
  status(answer, 200);
  matches(answer.headers['content-type'] ?? '', /^text\/html; ?charset=utf-8$/i, 'Content-Type');
  that(sheetOf(answer.text) !== undefined, 'a sheet between <!--sheet--> and <!--/sheet-->');
  return answer.text;
}

/** Demands that a reader of a text sees these words. */
function shows(text: string, words: readonly string[], what: string): void {
  for (const word of words) that(text.includes(dense(word)), `${what} shows ${word}`);
}

/** A page with the scripts that it loads from the installation. */
async function withScripts({ client }: Till, html: string): Promise<string> {
  const scripts = [...html.matchAll(/<script\b[^>]*\bsrc="([^"]+)"/g)].map(
    ([, source]) => new URL(source ?? '', client.origin),
  );
  const texts = scripts.map(async ({ pathname }) => (await client.fetch('GET', pathname)).text);
  return [html, ...(await Promise.all(texts))].join('\n');
}

/** Sizes of the pages of a PDF in mm, as far as it shows them (ISO 32000-1, 7.7.3.3). */
function pageSizes(pdf: Answer): string[] {
  const boxes = pdf.bytes.toString('latin1').matchAll(/\/MediaBox *\[ *0 +0 +([\d.]+) +([\d.]+) *\]/g);
  const mm = (points: string | undefined): number => Math.round((Number(points) / 72) * 25.4);
  return [...boxes].map(([, width, height]) => `${mm(width)}×${mm(height)}`);
}

/** First and last line of a fiscal slip. */
const SLIP = ['ФИСКАЛНИ РАЧУН', 'КРАЈ ФИСКАЛНОГ РАЧУНА'];

/** An address resolved against the `base` element of its page, if there is one; undefined when it cannot be. */
function resolved(address: string, html: string): string | undefined {
  const [, root] = /<base\b[^>]*?\shref=["']([^"']*)["']/i.exec(html) ?? [];
  return URL.canParse(address, root) ? new URL(address, root).href : undefined;
}

/** "GET /invoices/{uuid}/document". */
const documentChecks = [
  check(
    ['document.200', 'document.a4.default', 'document.html', 'document.sheet', 'versioning.3.1.3.routes'],
    async ({ till }) => {
      const { uuid } = await till.issue();
      const paper = async (query: string): Promise<string> => visible(sheetOf(await sheet(till, uuid, query)) ?? '');
      same(await paper(''), await paper('?paper=a4&format=html'), 'the sheet without parameters');
    },
  ),
  check('document.a4', async ({ till }) => {
    const issued = await till.issue(till.sale({ items: [till.line({ name: 'Кифла са сусамом' })] }));
    const html = await sheet(till, issued.uuid);
    const { company } = till.start;
    const words = [company.name, company.tin, 'Кифла са сусамом', '300,00', till.label.name, 'Готовина'];
    const text = visible(sheetOf(html) ?? '');
    shows(text, [String(issued.pfr.invoiceNumber), ...SLIP], 'the sheet');
    for (const word of words) {
      that(text.split(dense(word)).length > 2, `both the A4 document and the fiscal slip on it show ${word}`);
    }
    matches(html, /<svg|<img/, 'the sheet, for its QR code');
  }),
  check(['document.a5', 'document.a4slip'], async ({ till }) => {
    const { uuid } = await till.issue();
    for (const paper of ['a5', 'a4slip']) {
      const html = await sheet(till, uuid, `?paper=${paper}`);
      shows(visible(html), [...SLIP, 'Кафа'], paper);
      matches(html, /<svg|<img/, `${paper}, for its QR code`);
    }
  }),
  check('document.pdf', async ({ client, till }) => {
    const { uuid } = await till.issue();
    for (const [paper, size] of [
      ['a4', '210×297'],
      ['a5', '148×210'],
      ['a4slip', '210×297'],
    ] as const) {
      const pdf = await client.get(`/invoices/${uuid}/document?format=pdf&paper=${paper}`);
      if (pdf.status === 422) {
        const { code } = read(pdf, 422, error).error;
        same(code, 'configuration', 'the code');
        continue;
      }
      status(pdf, 200);
      matches(pdf.headers['content-type'] ?? '', /^application\/pdf/, 'Content-Type');
      matches(pdf.bytes.toString('latin1', 0, 8), /^%PDF-1\./, 'the document');
      for (const shown of pageSizes(pdf)) same(shown, size, `size of ${paper} in mm`);
    }
  }),
  check('document.base', async ({ till }) => {
    const { uuid } = await till.issue();
    const base = 'https://shop.example';
    for (const paper of ['a4', 'a5', 'a4slip']) {
      const html = await sheet(till, uuid, `?paper=${paper}&print=1&base=${encodeURIComponent(base)}`);
      for (const address of loadedBy(html)) {
        const isInside = /^(?:data:|#|$)/.test(address);
        const isBelow = resolved(address, html)?.startsWith(`${base}/`) === true;
        that(isInside || isBelow, `${paper} loads from ${base} alone, loads ${address}`);
      }
    }
  }),
  check(['document.print', 'document.no-print'], async ({ till }) => {
    const { uuid } = await till.issue();
    that(
      /\bprint\(\)/.test(await withScripts(till, await sheet(till, uuid, '?print=1'))),
      'the page with print=1 prints',
    );
    that(
      !/\bprint\(\)/.test(await withScripts(till, await sheet(till, uuid))),
      'the page without print does not print',
    );
  }),
  check(['document.422.paper', 'document.422.format', 'document.422.base'], async ({ client, till }) => {
    const { uuid } = await till.issue();
    for (const query of ['paper=a3', 'paper=A4', 'format=docx', 'format=PDF', 'base=javascript:alert(1)', 'base=x']) {
      const answer = await client.get(`/invoices/${uuid}/document?${query}`);
      refused(answer, 422, 'validation');
      that(!answer.text.includes('<!--sheet-->'), 'no sheet');
    }
  }),
  check('document.demo', async ({ till }) => {
    const { uuid } = await till.issue();
    for (const paper of ['a4', 'a5', 'a4slip'])
      matches(visible(sheetOf(await sheet(till, uuid, `?paper=${paper}`)) ?? ''), /ДЕМО/i, paper);
  }),
];

export const paperChecks = [...journalChecks, ...documentChecks];
