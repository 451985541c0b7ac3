import { captionRow, COLUMNS, cutIntoRows, type Draft, oneLine, wrapWords } from '../base/index.js';
import { CLOSING, DEMO_SENTENCE, isFiscalType, NOT_FISCAL, TITLE } from './receiptWords.js';
import { adRowsOf } from './printedJournal.js';
import { itemName } from './rows.js';

/** The texts of a draft that its caller chooses, and that are printed. */
type PrintedTexts = Pick<Draft, 'invoiceType' | 'lines' | 'cashier' | 'buyerCostCenterId' | 'adText'>;

/** A sentence that only the processor may write, and the field that says it. */
export interface Imitation {
  readonly sentence: string;
  /** `line` is an index. */
  readonly field: { readonly name: 'cashier' | 'buyerCostCenterId' | 'adText' } | { readonly line: number };
}

/** Latin letters, and the digit, that look like Cyrillic ones in capitals, and what they look like. */
const LATIN = 'ABCEHJKMOPTXY0';
const CYRILLIC = 'АВСЕНЈКМОРТХУО';

/** Shorter than all of the sentences. */
const SHORT = 13;

/** What frames the title: rules, dashes, stars and drawn lines. */
const FRAME = /[\p{Sm}\p{Pd}\p{Pc}\p{So}*#~]/u;

/** Capital letters, Cyrillic where they look so, and nothing else. */
function lettersOf(text: string): string {
  const folded = text.toUpperCase().replace(/[A-Z0]/g, (letter) => CYRILLIC[LATIN.indexOf(letter)] ?? letter);
  return folded.replace(/\P{L}+/gu, '');
}

/** Long enough to be believed wherever they stand. */
const SENTENCES = [NOT_FISCAL, CLOSING, DEMO_SENTENCE].map((sentence) => ({ sentence, letters: lettersOf(sentence) }));
const TITLE_LETTERS = lettersOf(TITLE);

/**
 * The first text that would draw a row as only the processor may write it: the end of a receipt, or that it is none, in any
 * letters that look so; or the title in a frame, in a row of its own. Papers that are no fiscal receipts may say so twice.
 */
export function imitationIn({ invoiceType, lines, ...texts }: PrintedTexts): Imitation | undefined {
  const isImitated = (rows: readonly string[]): string | undefined => imitatedIn(rows, !isFiscalType(invoiceType));
  for (const [line, item] of lines.entries()) {
    const name = `${itemName(item)} (${item.label})`;
    if (name.length < SHORT) continue;
    const sentence = isImitated([...cutIntoRows(name), ...wrapWords(itemName(item), COLUMNS)]);
    if (sentence !== undefined) return { sentence, field: { line } };
  }
  const rows = {
    cashier: captionRow('Касир:', oneLine(texts.cashier)),
    buyerCostCenterId: captionRow('Опционо поље купца:', oneLine(texts.buyerCostCenterId ?? '')),
    adText: adRowsOf(texts.adText ?? ''),
  };
  for (const name of ['cashier', 'buyerCostCenterId', 'adText'] as const) {
    const sentence = isImitated(rows[name]);
    if (sentence !== undefined) return { sentence, field: { name } };
  }
  return undefined;
}

function imitatedIn(rows: readonly string[], mayDeny: boolean): string | undefined {
  const letters = lettersOf(rows.join(''));
  const said = SENTENCES.find(({ sentence, letters: fixed }) =>
    mayDeny && sentence === NOT_FISCAL ? false : letters.includes(fixed),
  );
  if (said !== undefined) return said.sentence;
  return rows.some((row) => FRAME.test(row) && lettersOf(row) === TITLE_LETTERS) ? TITLE : undefined;
}
