import type { Draft } from '../base/fiscal.js';
import { centre, COLUMNS, oneLine, wrapWords } from '../base/text.js';
import { DEMO_NOTICE } from './lettering.js';

/** Blank lines for the hand, and the line to sign on, 40 columns wide. */
const SIGNATURE_SPACE = `\r\n\r\n${'Потпис купца: '.padEnd(COLUMNS, '_')}\r\n`;

/** What the ESIR adds to the processor's text depends on these. */
export type PrintedExtras = Pick<Draft, 'invoiceType' | 'transactionType' | 'adText'>;

/**
 * What the box shows and prints: the processor's text, not a character of it changed, and what the ESIR adds. A copy of
 * a refund gets the space for the buyer's signature directly before the closing line (Technical Instruction, §9.6), or
 * before the demo notice above it; the advertising text stands below the end (§16 P14), broken between words.
 */
export function printedJournal(journal: string, extras: PrintedExtras): string {
  const { aboveCode, belowCode, advert } = printedParts(journal, extras);
  const text = aboveCode + belowCode;
  return advert.length === 0 ? text : `${text}${text.endsWith('\n') ? '' : '\r\n'}${advert.join('\r\n')}\r\n`;
}

/** The lines of a printed text, whatever ends them; a last end begins no line. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

export interface PrintedParts {
  /** Up to the last rule. Here the QR code has its place. */
  readonly aboveCode: string;
  /** From there to the closing line. */
  readonly belowCode: string;
  /** Lines below the end. */
  readonly advert: readonly string[];
}

/** The same in its parts, for a paper that draws the QR code between them. */
export function printedParts(journal: string, extras: PrintedExtras): PrintedParts {
  const signed = extras.invoiceType === 'Copy' && extras.transactionType === 'Refund';
  const end = endOfFrame(journal);
  return {
    aboveCode: journal.slice(0, end),
    belowCode: `${signed ? SIGNATURE_SPACE : ''}${journal.slice(end)}`,
    advert: advertLines(extras.adText ?? ''),
  };
}

function advertLines(adText: string): string[] {
  if (adText === '') return [];
  return adText.split(/\r\n|[\r\n\u2028\u2029]/).flatMap((line) => wrapWords(oneLine(line), COLUMNS));
}

/** Where the closing line begins, with the demo notice that may stand above it. */
function endOfFrame(journal: string): number {
  const closing = journal.trimEnd().lastIndexOf('\n') + 1;
  const notice = `${centre(DEMO_NOTICE)}\r\n`;
  return journal.endsWith(notice, closing) ? closing - notice.length : closing;
}
