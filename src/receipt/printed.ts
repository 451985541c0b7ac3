import type { Draft } from '../base/fiscal.js';
import { centre, COLUMNS, oneLine, wrapWords } from '../base/text.js';
import { DEMO_NOTICE } from './lettering.js';

/** Blank lines for the hand, and the line to sign on, 40 columns wide. */
const SIGNATURE_SPACE = `\r\n\r\n${'Потпис купца: '.padEnd(COLUMNS, '_')}\r\n`;

/**
 * What the box shows and prints: the processor's text, not a character of it changed, and what the ESIR adds. A copy of
 * a refund gets the space for the buyer's signature directly before the closing line (Technical Instruction, §9.6), or
 * before the demo notice above it; the advertising text stands below the end (§16 P14), broken between words.
 */
export function printedJournal(
  journal: string,
  extras: Pick<Draft, 'invoiceType' | 'transactionType' | 'adText'>,
): string {
  const signed = extras.invoiceType === 'Copy' && extras.transactionType === 'Refund';
  const text = signed ? insertAt(journal, endOfFrame(journal), SIGNATURE_SPACE) : journal;
  if (extras.adText === null || extras.adText === '') return text;
  const advert = extras.adText.split(/\r\n|[\r\n\u2028\u2029]/).flatMap((line) => wrapWords(oneLine(line), COLUMNS));
  return `${text}${text.endsWith('\n') ? '' : '\r\n'}${advert.join('\r\n')}\r\n`;
}

/** Where the closing line begins, with the demo notice that may stand above it. */
function endOfFrame(journal: string): number {
  const closing = journal.trimEnd().lastIndexOf('\n') + 1;
  const notice = `${centre(DEMO_NOTICE)}\r\n`;
  return journal.endsWith(notice, closing) ? closing - notice.length : closing;
}

function insertAt(text: string, at: number, inserted: string): string {
  return text.slice(0, at) + inserted + text.slice(at);
}
