import { escapeHtml } from '../../../base/index.js';
import { linkToFollow } from '../../../paper/journal/index.js';
import type { MailFacts } from './facts.js';
import { GROUNDS, look, STYLE_SHEETS, STYLES } from './look.js';

/** Length of `9.999.999,99 РСД`: longer amounts do not fit into a row of a phone in large letters. */
const LARGE_AMOUNT = 16;

/** Mail clients support tables best; the role hides them from screen readers. */
const TABLE = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"';

/** A mail as a complete HTML document that loads nothing: one column, for a phone of 360 px and above. */
export function mailHtml(subject: string, facts: MailFacts): string {
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
<body ${look('page', 'margin:0;padding:0')}>
<div role="main" lang="sr-Cyrl" ${look('page', STYLES.page)}>
${preview(facts)}
<table ${TABLE} bgcolor="${GROUNDS.page}" ${look('page', 'width:100%')}><tr><td align="center" style="padding:8px">
<table ${TABLE} bgcolor="${GROUNDS.card}" ${look('card', STYLES.card)}><tr><td align="left" style="padding:20px 16px">
${opening(facts)}
${check(facts.link)}
<p ${look('muted', STYLES.block)}>${escapeHtml(facts.attachment)}</p>
<div ${look('rule', STYLES.rule)}>
<pre ${look('slip', STYLES.slip)}>${escapeHtml(facts.slip)}</pre>
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
    `<p ${look('text', `${STYLES.block};font-weight:600`)}>${escapeHtml(shop)}</p>`,
    `<h1 ${look('text', 'margin:0')}><span style="${STYLES.kind}">${escapeHtml(kind)}</span> ` +
      `<span style="${size}">${escapeHtml(amount)}</span></h1>`,
    `<p ${look('muted', STYLES.block)}>${escapeHtml(time)}</p>`,
    ...notes.map((note) => `<p ${look('note', STYLES.note)}>${escapeHtml(note)}</p>`),
  ].join('\n');
}

/** The button. Its address is not shown, since it would take seven rows. */
function check(link: string): string {
  const address = escapeHtml(link);
  if (linkToFollow(link) === null) return `<p ${look('text', STYLES.block)}>Адреса за проверу: ${address}</p>`;
  return `<table ${TABLE} style="margin:0 0 16px"><tr><td align="center" bgcolor="${GROUNDS.button}" ${look('button', STYLES.button)}>
<a href="${address}" ${look('link', STYLES.link)}>Проверите рачун</a>
</td></tr></table>`;
}
