/** The value may be cut at the end of a row and continue in the next one. */
const ESIR_ROWS = new RegExp('^ЕСИР број: +([\\w./-]+(?:\\r?\\n[\\w./-]+)*) *$', 'mu');

/**
 * The ESIR number (`123/1.0`) of a receipt, from the processor's text, because the number of the box may have changed
 * since. Null when the text has none.
 */
export function esirNumberOf(journal: string): string | null {
  const value = ESIR_ROWS.exec(journal.replaceAll('\r\n', '\n'))?.[1];
  return value?.replaceAll('\n', '') ?? null;
}
