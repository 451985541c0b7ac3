import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { InvoiceType, TransactionType } from '../../../../src/contract/fiscal.js';
import { textWidth } from '../../../../src/base/text.js';
import { receiptData } from '../../../../src/paper/documents/pdf/draw.js';
import type { IssuedInvoice } from '../../../../src/platform/ledger/invoice.js';
import { receiptMail } from '../../../../src/outward/delivery/mail/receiptMail.js';
import { printedJournal } from '../../../../src/paper/journal/printedJournal.js';
import { draft, line } from '../../../paper/journal/drafts.js';
import { HIGHEST_SALE, issued, type IssuedWith } from '../../../paper/journal/invoices.js';

const LINES = [line('Кафа', 'Ђ', 150, 2), line('Бурек', 'Е', 1050)];
const FILE = 'ABCD2345-ABCD2345-51.pdf';
const DEMO = 'Ово је демо рачун. Није фискализован и нема фискалну важност.';
const SANDBOX = 'Рачун је издат у пробном окружењу и нема фискалну важност.';
const NOT_FISCAL = 'Ово није фискални рачун.';
const NOTES = [DEMO, SANDBOX, NOT_FISCAL];

const letterOf = (type: InvoiceType, transaction: TransactionType = 'Sale', more: IssuedWith = {}) =>
  receiptMail(issued(draft(type, transaction, LINES), more), FILE);

/** What of the HTML is read: no tags, no style sheets, no preview. */
function readingOf(html: string): string {
  const body = html.slice(html.indexOf('<body')).replace(/<div style="display:none.*?<\/div>/s, '');
  return body.replace(/<[^>]*>/g, '');
}

/** Fails unless the texts stand in a text in this order. */
function assertInOrder(text: string, parts: readonly string[]): void {
  let at = 0;
  for (const part of parts) {
    const found = text.indexOf(part, at);
    assert.ok(found >= 0, `${part} is missing, or stands too early, in ${text}`);
    at = found + part.length;
  }
}

test('a mail opens with shop, kind, amount and date, then come the check, the attachment and the receipt as printed', () => {
  const invoice = issued(draft('Normal', 'Sale', LINES, { adText: 'Хвала на поверењу' }));
  const { subject, text, html } = receiptMail(invoice, FILE);
  const { journal, verificationUrl } = invoice.signature;
  assert.is(subject, 'Рачун 1.350,00 РСД, Пекара Ђурђевак д.о.о., 21.11.2026.');
  const printed = printedJournal(journal, invoice.draft);
  assert.match(printed, /Хвала на поверењу/);
  const opening = ['Пекара Ђурђевак д.о.о.', 'Рачун', '1.350,00 РСД', '21.11.2026. 8:05:09'];
  const { name: data } = receiptData(invoice);
  const attachment = `У прилогу је овај рачун у PDF-у за штампу: ${FILE} (садржи и податке за програме, ${data}).`;
  const rest = ['Проверите рачун', attachment, printed];
  assertInOrder(text.replace('(садржи и\r\n', '(садржи и '), [...opening, ...rest]);
  assertInOrder(readingOf(html), [...opening, ...rest]);
  assert.ok(text.startsWith(opening[0]!) && text.endsWith(printed));
  assert.ok(text.includes(`\r\nПроверите рачун:\r\n${verificationUrl}\r\n`), 'the link has a line of its own');
  assert.ok(html.includes(`${printed}</pre>`));
  const [, href] = /<a href="([^"]*)" [^>]*>Проверите рачун<\/a>/.exec(html) ?? [];
  assert.is(href, verificationUrl.replaceAll('&', '&amp;'));
  assert.is(html.split(href!).length, 2, 'the link is not shown');
  for (const said of [text, html]) assert.not.match(said, /демо|тестном|није фискал/);
});

test('without an attachment the mail mentions that, and what to do', () => {
  const { text, html } = receiptMail(issued(draft('Normal', 'Sale', LINES)), null);
  for (const said of [text.replaceAll('\r\n', ' '), readingOf(html)]) {
    assert.match(said, /PDF овог пута није приложен; .* затражите од продавца да поруку пошаље поново\./);
    assert.not.match(said, /У прилогу|\.pdf/);
  }
});

const KINDS: readonly (readonly [InvoiceType, TransactionType, IssuedWith, string, readonly string[]])[] = [
  ['Normal', 'Sale', {}, 'Рачун', []],
  ['Normal', 'Refund', {}, 'Рефундација', []],
  ['Advance', 'Sale', {}, 'Авансни рачун', []],
  ['Normal', 'Sale', { mode: 'demo', environment: 'sandbox' }, 'Демо рачун', [DEMO]],
  ['Normal', 'Refund', { mode: 'demo', environment: 'sandbox' }, 'Демо рефундација', [DEMO]],
  ['Normal', 'Sale', { environment: 'sandbox' }, 'Тест рачун', [SANDBOX]],
  ['Normal', 'Sale', { environment: 'production' }, 'Рачун', []],
  ['Copy', 'Sale', {}, 'Копија', [NOT_FISCAL]],
  ['Copy', 'Refund', { environment: 'sandbox' }, 'Тест копија рефундације', [SANDBOX, NOT_FISCAL]],
  ['ProForma', 'Sale', {}, 'Предрачун', [NOT_FISCAL]],
  ['Training', 'Sale', { mode: 'demo' }, 'Демо рачун за обуку', [DEMO, NOT_FISCAL]],
];

test('subject and heading name the kind, and what is no fiscal receipt says so above the button, and in the preview', () => {
  for (const [type, transaction, more, name, notes] of KINDS) {
    const { subject, text, html } = letterOf(type, transaction, more);
    assert.ok(subject.startsWith(`${name} 1.350,00 РСД, `), subject);
    assert.match(text, new RegExp(`^${name} 1\\.350,00 РСД\r$`, 'm'));
    assert.match(html, new RegExp(`<h1 [^>]*><span [^>]*>${name}</span> <span [^>]*>1\\.350,00 РСД</span></h1>`));
    const [, preview = ''] = /<div style="display:none[^>]*>(.*?)<\/div>/s.exec(html) ?? [];
    for (const said of [text, readingOf(html)]) {
      const above = said.slice(0, said.indexOf('Проверите рачун'));
      assert.equal([above, said, preview].map(notesIn), [notes, notes, notes], said);
    }
  }
});

const notesIn = (said: string): string[] => NOTES.filter((note) => said.includes(note));

test('no line of the plain text is longer than 78 columns, but the link, which is whole', () => {
  const { signature, ...rest } = issued(HIGHEST_SALE, { internalBytes: 512, environment: 'sandbox' });
  const company = { ...signature.company, name: 'Самостална занатско-трговинска радња '.repeat(5) };
  const { text } = receiptMail({ ...rest, signature: { ...signature, company } }, `${'9'.repeat(50)}.pdf`);
  const long = text.split('\r\n').filter((row) => textWidth(row) > 78);
  assert.equal(long, [signature.verificationUrl]);
  assert.not.match(text.replaceAll('\r\n', ''), /[\r\n]/);
});

test('no value of a receipt becomes HTML, a link or a line of the head, or hides or turns a text', () => {
  const evil = `<script>alert("1")</script>'&`;
  const plain = issued(draft('Normal', 'Sale', [line(evil, 'Ђ', 150)]));
  const hostile: IssuedInvoice = {
    ...plain,
    signature: {
      ...plain.signature,
      verificationUrl: `javascript:alert(1)//"><b>\r\nBcc: evil@example.com`,
      invoiceNumber: `1\r\nBcc: evil@example.com`,
      company: { ...plain.signature.company, name: `\u202eПекара\u2028\n\u200b<b> "\ud800` },
    },
  };
  const { subject, text, html } = receiptMail(hostile, `"><b>.pdf`);
  assert.is(subject, 'Рачун 150,00 РСД, Пекара  <b> ", 21.11.2026.');
  assert.not.match(html, /<script|<b>|<a |href=/);
  assert.not.match(html + text, /[\u202e\u2028\u200b\ud800]/);
  assert.match(html, /&lt;script&gt;/);
  assert.not.match(text, /^Bcc/m);
});

test('the HTML of a mail loads nothing, and declares its language and its two colour schemes', () => {
  const { html } = letterOf('Normal');
  assert.not.match(html, /<(?:img|link|script|iframe|object|video)|url\(|@import|@font-face|src=|\bon\w+=/i);
  assert.match(html, /<html lang="sr-Cyrl">/);
  assert.match(html, /<meta name="color-scheme" content="light dark">/);
  assert.match(html, /@media \(prefers-color-scheme:dark\)/);
});

test.run();
