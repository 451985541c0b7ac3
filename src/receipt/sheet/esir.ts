/** The value may have been cut hard at the end of a line and continued on the next one. */
const ESIR_LINE = new RegExp('^ЕСИР број: +([\\w./-]+(?:\\r?\\n[\\w./-]+)*) *$', 'mu');

/**
 * The ESIR number (`123/1.0`) under which a receipt was issued, out of the processor's text: the number of the box may
 * be another one by now. Null when the text does not tell.
 */
export function esirNumberOf(journal: string): string | null {
  const value = ESIR_LINE.exec(journal.replaceAll('\r\n', '\n'))?.[1];
  return value?.replaceAll('\n', '') ?? null;
}
