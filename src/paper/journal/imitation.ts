import { captionRow, COLUMNS, cutIntoRows, findImitatedSentence, oneLine, wrapWords } from '../../base/index.js';
import { type Draft, labelsOfLine, isFiscalType } from '../../contract/index.js';
import { adRowsOf } from './printedJournal.js';
import { itemName } from './journalRows.js';

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
