import { wrapWords } from '../../../base/index.js';
import type { MailFacts } from './facts.js';

/** RFC 5322, 2.1.1: a line should have no more characters than this. */
const COLUMNS = 78;

/** A mail as plain text. Only the link may be wider, since a broken link cannot be opened. */
export function mailText({ shop, kind, amount, time, notes, link, attachment, slip }: MailFacts): string {
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
