import { COLUMNS } from '../base/index.js';
import { ITEMS_CAPTION, totalRowIn } from './receiptWords.js';

/** Nothing but one of the two signs, in all columns. */
const RULE = new RegExp(`^([=-])\\1{${COLUMNS - 1}}$`);
/** Words between rows of one of the two signs, such as the title. */
const FRAME = /^([=-])\1{5,}[^=-]+\1{5,}$/;

/** Is it a row that divides a receipt or frames a title? Only its place says whether the processor wrote it. */
export function isRuleShaped(row: string): boolean {
  const signs = row.trimEnd();
  return signs.length <= COLUMNS && (RULE.test(signs) || FRAME.test(signs));
}

/**
 * Indexes of the rows of a processor's text that divide it: rules, and what stands between signs. The name of an item may look the same,
 * so that only those count that stand where no caller's text does: the title, the rows around the caption of the items, the row
 * above the total and what is below. A text without a total as this box knows it has those before the items alone.
 */
export function ruleRowsIn(rows: readonly string[]): ReadonlySet<number> {
  const total = totalRowIn(rows);
  // Texts of callers above the items are too short to fill a second row with signs.
  const items = rows.findIndex((row, at) => row.trim() === ITEMS_CAPTION && RULE.test(rows[at + 1]?.trimEnd() ?? ''));
  const isProcessors = (at: number): boolean =>
    at === 0 || (items !== -1 && Math.abs(at - items) === 1) || (total !== -1 && at >= total - 1);
  return new Set(rows.flatMap((row, at) => (isProcessors(at) && isRuleShaped(row) ? [at] : [])));
}
