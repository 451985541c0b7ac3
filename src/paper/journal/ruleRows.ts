import { COLUMNS } from '../../base/index.js';
import { ITEMS_CAPTION, totalRowIn } from './receiptWords.js';

/** Only one of the two signs, in all columns. */
const RULE = new RegExp(`^([=-])\\1{${COLUMNS - 1}}$`);
/** Words between rows of one of the two signs, such as the title. */
const FRAME = /^([=-])\1{5,}[^=-]+\1{5,}$/;

/**
 * True for a row in the form of a divider or of the frame of a title. Whether the processor wrote it depends on its
 * position.
 */
export function isRuleShaped(row: string): boolean {
  const signs = row.trimEnd();
  return signs.length <= COLUMNS && (RULE.test(signs) || FRAME.test(signs));
}

/**
 * Indexes of the dividing rows of a processor's text: rules, and words between signs. An item name may look the same,
 * so only rows at positions without a caller's text count: the title, the rows around the caption of the items, the row
 * above the total and everything below it. In a text without a recognized total, only those before the items count.
 */
export function ruleRowsIn(rows: readonly string[]): ReadonlySet<number> {
  const total = totalRowIn(rows);
  // Texts of callers above the items are too short to fill a second row with signs.
  const items = rows.findIndex((row, at) => row.trim() === ITEMS_CAPTION && RULE.test(rows[at + 1]?.trimEnd() ?? ''));
  const isProcessors = (at: number): boolean =>
    at === 0 || (items !== -1 && Math.abs(at - items) === 1) || (total !== -1 && at >= total - 1);
  return new Set(rows.flatMap((row, at) => (isProcessors(at) && isRuleShaped(row) ? [at] : [])));
}
