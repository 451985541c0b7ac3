import { escapeHtml, wrapWords } from '../../../base/index.js';
import { linkToFollow } from '../../../paper/journal/index.js';
import type { IssuedInvoice } from '../../../platform/ledger/index.js';
import { factsOf, type MailFacts, subjectOf } from './facts.js';
import { GROUNDS, styleOf, STYLE_SHEETS, STYLES } from './look.js';

/** Length of `9.999.999,99 РСД`: longer amounts do not fit into a row of a phone in large letters. */
const LARGE_AMOUNT = 16;

/** Mail clients support tables best; the role hides them from screen readers. */
const TABLE = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"';

/** A mail as a complete HTML document that loads nothing: one column, for a phone of 360 px and above. */
function mailHtml(subject: string, facts: MailFacts): string {
  return `<!doctype html>
<html lang="sr-Cyrl">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${escapeHtml(subject)}</title>
${STYLE_SHEETS.map((sheet) => `<style>${sheet}</style>\n`).join('')}</head>
<body ${styleOf('page', 'margin:0;padding:0')}>
<div role="main" lang="sr-Cyrl" ${styleOf('page', STYLES.page)}>
${preview(facts)}
<table ${TABLE} bgcolor="${GROUNDS.page}" ${styleOf('page', 'width:100%')}><tr><td align="center" style="padding:8px">
<table ${TABLE} bgcolor="${GROUNDS.card}" ${styleOf('card', STYLES.card)}><tr><td align="left" style="padding:20px 16px">
${opening(facts)}
${check(facts.link)}
<p ${styleOf('muted', STYLES.block)}>${escapeHtml(facts.attachment)}</p>
<div ${styleOf('rule', STYLES.rule)}>
<pre ${styleOf('slip', STYLES.slip)}>${escapeHtml(facts.slip)}</pre>
</div>
</td></tr></table>
</td></tr></table>
</div>
</body>
</html>
`;
}

/** The text that mail clients show after the subject in a list. It is repeated further down in the mail. */
function preview({ notes, attachment }: MailFacts): string {
  const hidden = 'display:none;max-height:0;overflow:hidden;font-size:1px;line-height:1px;mso-hide:all';
  return `<div style="${hidden}">${escapeHtml([...notes, attachment].join(' '))}</div>`;
}

function opening({ shop, kind, amount, time, notes }: MailFacts): string {
  const size = amount.length > LARGE_AMOUNT ? STYLES.longAmount : STYLES.amount;
  return [
    `<p ${styleOf('text', `${STYLES.block};font-weight:600`)}>${escapeHtml(shop)}</p>`,
    `<h1 ${styleOf('text', 'margin:0')}><span style="${STYLES.kind}">${escapeHtml(kind)}</span> ` +
      `<span style="${size}">${escapeHtml(amount)}</span></h1>`,
    `<p ${styleOf('muted', STYLES.block)}>${escapeHtml(time)}</p>`,
    ...notes.map((note) => `<p ${styleOf('note', STYLES.note)}>${escapeHtml(note)}</p>`),
  ].join('\n');
}

/** The button. Its address is not shown, since it would take seven rows. */
function check(link: string): string {
  const address = escapeHtml(link);
  if (linkToFollow(link) === null) return `<p ${styleOf('text', STYLES.block)}>Адреса за проверу: ${address}</p>`;
  return `<table ${TABLE} style="margin:0 0 16px"><tr><td align="center" bgcolor="${GROUNDS.button}" ${styleOf('button', STYLES.button)}>
<a href="${address}" ${styleOf('link', STYLES.link)}>Проверите рачун</a>
</td></tr></table>`;
}

/** RFC 5322, 2.1.1: a line should have no more characters than this. */
const COLUMNS = 78;

/** A mail as plain text. Only the link may be wider, since a broken link cannot be opened. */
function mailText({ shop, kind, amount, time, notes, link, attachment, slip }: MailFacts): string {
  const blocks = [
    rows(shop, `${kind} ${amount}`, time),
    ...notes.map((note) => rows(note)),
    `Проверите рачун:\r\n${link}`,
    rows(attachment),
    slip,
  ];
  return blocks.join('\r\n\r\n');
}

function rows(...texts: readonly string[]): string {
  return texts.flatMap((text) => wrapWords(text, COLUMNS)).join('\r\n');
}

/** The mail to a customer with a receipt, in Serbian Cyrillic. */
interface ReceiptMail {
  /** One row. */
  readonly subject: string;
  readonly text: string;
  /** A complete document that loads nothing. */
  readonly html: string;
}

/**
 * The mail of a receipt: shop, amount and date, notes if it is not a fiscal receipt, the verification link, the
 * attachment, and its text as printed. `attached` is the file name of its document, null without one.
 */
export function receiptMail(invoice: IssuedInvoice, attached: string | null): ReceiptMail {
  const facts = factsOf(invoice, attached);
  const subject = subjectOf(facts);
  return { subject, text: mailText(facts), html: mailHtml(subject, facts) };
}
