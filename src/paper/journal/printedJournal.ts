import {
  captionRow,
  centreText,
  COLUMNS,
  cutIntoRows,
  findImitatedSentence,
  formatMoney,
  oneLine,
  printableRows,
  wrapWords,
} from '../../base/index.js';
import { cashIn, type Draft, isFiscalType, labelsOfLine } from '../../contract/index.js';
import { DEMO_SENTENCE } from './receiptTexts.js';
import { itemName } from './journalRows.js';

/** Blank rows for the buyer's signature, and the rule to sign on, 40 columns wide. */
const SIGNATURE_SPACE = `\r\n\r\n${'Потпис купца: '.padEnd(COLUMNS, '_')}\r\n`;

/** The data that the ESIR's additions to the processor's text depend on. */
type PrintedExtras = Pick<
  Draft,
  'invoiceType' | 'transactionType' | 'adText' | 'payments' | 'tendered' | 'total' | 'paidInAdvance'
>;

/**
 * The text that the box shows and prints: the processor's text, with every printable character unchanged, and the
 * ESIR's additions. Earlier releases recorded control characters unchanged, so they are removed here. A copy of a
 * refund gets the space for the buyer's signature directly above the closing row (Technical Instruction, §9.6), or
 * above the demo sentence there. Below the end follow what was paid in advance (§9.1.1), the cash given with the change
 * (§16 P9) and the advertising text (§16 P14), broken between words.
 */
export function printedJournal(journal: string, extras: PrintedExtras): string {
  const { aboveCode, belowCode, advanceRows, changeRows, adRows } = printedParts(journal, extras);
  const text = aboveCode + belowCode;
  const below = [...advanceRows, ...changeRows, ...adRows];
  return below.length === 0 ? text : `${text}${text.endsWith('\n') ? '' : '\r\n'}${below.join('\r\n')}\r\n`;
}

/** The rows of a printed text, with any line ends. A line end at the end of the text does not begin a new row. */
export function rowsOf(text: string): string[] {
  const rows = text.split(/\r?\n/);
  if (rows.at(-1) === '') rows.pop();
  return rows;
}

interface PrintedParts {
  /** Up to the last rule. The QR code follows. */
  readonly aboveCode: string;
  /** From the last rule to the closing row. */
  readonly belowCode: string;
  /** What was paid in advance, below the end; empty except on the final receipt after advances. */
  readonly advanceRows: readonly string[];
  /** The cash given and the change, below those rows; empty where the cash was not stated. */
  readonly changeRows: readonly string[];
  /** The advertising text, below the change rows. */
  readonly adRows: readonly string[];
}

/** The same text in parts, for a paper on which the QR code is drawn between them. */
export function printedParts(recorded: string, extras: PrintedExtras): PrintedParts {
  const journal = printableRows(recorded);
  const signed = extras.invoiceType === 'Copy' && extras.transactionType === 'Refund';
  const end = closingRowStart(journal);
  return {
    aboveCode: journal.slice(0, end),
    belowCode: `${signed ? SIGNATURE_SPACE : ''}${journal.slice(end)}`,
    advanceRows: advanceRowsOf(extras),
    changeRows: changeRowsOf(extras),
    adRows: adRowsOf(extras.adText ?? ''),
  };
}

/** Paid in advance, its VAT, and what is left to pay, with the captions of the authority's sample (§9.1.1). */
function advanceRowsOf({ paidInAdvance, total }: PrintedExtras): string[] {
  if (paidInAdvance === undefined) return [];
  const { amount, tax } = paidInAdvance;
  return [
    ...captionRow('Плаћено авансом:', formatMoney(amount)),
    ...captionRow('ПДВ на аванс:', formatMoney(tax)),
    ...(amount > total
      ? captionRow('Више плаћено авансом:', formatMoney(amount - total))
      : captionRow('Преостало за плаћање:', formatMoney(0))),
  ];
}

/** Cash given and change, with the captions of the authority's sample (Technical Instruction, §16 P9). */
function changeRowsOf({ tendered, payments }: PrintedExtras): string[] {
  if (tendered === undefined) return [];
  return [
    ...captionRow('Уплаћено - готовина:', formatMoney(tendered)),
    ...captionRow('Повраћај:', formatMoney(tendered - cashIn(payments))),
  ];
}

/** The lines of an advertising text with its author's line ends, of any length. */
export function adLinesOf(adText: string): string[] {
  return adText === '' ? [] : adText.split(/\r\n|[\r\n\u2028\u2029]/).map(oneLine);
}

/** The rows of an advertising text in the printed text. */
function adRowsOf(adText: string): string[] {
  return adLinesOf(adText).flatMap((line) => wrapWords(line, COLUMNS));
}

/** Offset of the closing row, or of the demo sentence above it if there is one. */
function closingRowStart(journal: string): number {
  const closing = journal.trimEnd().lastIndexOf('\n') + 1;
  const demoRow = `${centreText(DEMO_SENTENCE)}\r\n`;
  return journal.endsWith(demoRow, closing) ? closing - demoRow.length : closing;
}

/** The texts of a draft that its caller chooses and that are printed. */
type PrintedTexts = Pick<
  Draft,
  'invoiceType' | 'lines' | 'cashier' | 'buyerId' | 'buyerCostCenterId' | 'referentNumber' | 'adText'
>;

/** The printed rows of each text outside the lines, by its name in a request. */
const ROWS = {
  cashier: ({ cashier }: PrintedTexts) => captionRow('Касир:', oneLine(cashier)),
  buyerId: ({ buyerId }: PrintedTexts) => captionRow('ИД купца:', oneLine(buyerId ?? '')),
  buyerCostCenterId: ({ buyerCostCenterId }: PrintedTexts) =>
    captionRow('Опционо поље купца:', oneLine(buyerCostCenterId ?? '')),
  referentDocumentNumber: ({ referentNumber }: PrintedTexts) => captionRow('Реф. број:', oneLine(referentNumber ?? '')),
  adText: ({ adText }: PrintedTexts) => adRowsOf(adText ?? ''),
} as const;

/** The members of a request whose texts are printed, outside its lines. */
const PRINTED_FIELDS = Object.keys(ROWS) as (keyof typeof ROWS)[];

/** A sentence that only the processor may print, and the field that contains it. */
export interface Imitation {
  readonly sentence: string;
  /** `line` is an index. */
  readonly field: { readonly name: keyof typeof ROWS } | { readonly line: number };
}

/**
 * The first text that would print a row reserved for the processor; see {@link findImitatedSentence}. Papers that are
 * not fiscal receipts may contain the sentence that they are not.
 */
export function imitationIn(draft: PrintedTexts): Imitation | undefined {
  const mayDeny = !isFiscalType(draft.invoiceType);
  for (const [line, item] of draft.lines.entries()) {
    // Also the name without its unit: a unit would hide the end of a frame.
    for (const whole of [itemName(item), oneLine(item.name)]) {
      const name = `${whole} (${labelsOfLine(item).join(', ')})`;
      const rows = (): string[] => [...cutIntoRows(name), ...wrapWords(whole, COLUMNS)];
      const sentence = findImitatedSentence(name, { rows, mayDeny });
      if (sentence !== undefined) return { sentence, field: { line } };
    }
  }
  for (const name of PRINTED_FIELDS) {
    const rows = ROWS[name](draft);
    const sentence = findImitatedSentence(rows.join(''), { rows: () => rows, mayDeny });
    if (sentence !== undefined) return { sentence, field: { name } };
  }
  return undefined;
}
