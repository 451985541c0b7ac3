import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { InvoiceType } from '../../src/base/fiscal.js';
import type { IssuedInvoice } from '../../src/ledger/invoice.js';
import { receiptMail } from '../../src/delivery/receiptMail.js';
import { printedJournal } from '../../src/journal/printedJournal.js';
import { draft, line } from '../journal/drafts.js';
import { issued, type IssuedWith } from '../journal/invoices.js';

const LINES = [line('Кафа', 'Ђ', 150, 2)];

const letterOf = (type: InvoiceType, more: IssuedWith = {}) => receiptMail(issued(draft(type, 'Sale', LINES), more));

test('a mail has the receipt as printed and its verification link, in text and in HTML', () => {
  const invoice = issued(draft('Normal', 'Sale', LINES, { adText: 'Хвала на поверењу' }));
  const { subject, text, html } = receiptMail(invoice);
  const { journal, verificationUrl, invoiceNumber, company } = invoice.signature;
  assert.is(subject, `Рачун ${invoiceNumber} - ${company.name}`);
  const printed = printedJournal(journal, invoice.draft);
  assert.match(printed, /Хвала на поверењу/);
  assert.ok(text.endsWith(printed));
  assert.ok(text.includes(`\r\n${verificationUrl}\r\n`));
  assert.ok(html.includes(`${printed}</pre>`));
  assert.ok(html.includes(`<a href="${verificationUrl.replaceAll('&', '&amp;')}">`));
  for (const said of [text, html]) assert.not.match(said, /демо|тестном|није фискал/);
});

test('what is no fiscal receipt says so', () => {
  const cases: readonly (readonly [InvoiceType, IssuedWith, string, readonly RegExp[]])[] = [
    ['Normal', { mode: 'demo', environment: 'sandbox' }, 'Демо рачун', [/Ово је демо рачун\. Није фискализован/]],
    ['Normal', { environment: 'sandbox' }, 'Рачун', [/тестном окружењу и нема фискалну важност/]],
    ['Copy', {}, 'Копија', [/Ово није фискални рачун/]],
    ['ProForma', {}, 'Предрачун', [/Ово није фискални рачун/]],
    ['Training', { mode: 'demo' }, 'Демо рачун', [/Није фискализован/, /Ово није фискални рачун/]],
    ['Advance', {}, 'Авансни рачун', []],
  ];
  for (const [type, more, name, notes] of cases) {
    const { subject, text, html } = letterOf(type, more);
    assert.ok(subject.startsWith(`${name} `), subject);
    for (const note of notes) for (const said of [text, html]) assert.match(said, note);
    assert.is((text.match(/демо рачун|тестном|Ово није/g) ?? []).length, notes.length, text);
  }
});

test('no value of a receipt becomes HTML, a link or a line of the head', () => {
  const evil = `<script>alert("1")</script>'&`;
  const plain = issued(draft('Normal', 'Sale', [line(evil, 'Ђ', 150)]));
  const hostile: IssuedInvoice = {
    ...plain,
    signature: {
      ...plain.signature,
      verificationUrl: `javascript:alert(1)//"><b>`,
      invoiceNumber: `1\r\nBcc: evil@example.com`,
      company: { ...plain.signature.company, name: `Пекара\u2028\n<b>` },
    },
  };
  const { subject, html } = receiptMail(hostile);
  assert.match(subject, /^[^\r\n\u2028]+$/);
  assert.not.match(html, /<script|<b>|<a /);
  assert.match(html, /&lt;script&gt;/);
});

test('the HTML of a mail loads nothing', () => {
  assert.not.match(letterOf('Normal').html, /<(?:img|link|script|iframe|style)|url\(|src=/i);
});

test.run();
