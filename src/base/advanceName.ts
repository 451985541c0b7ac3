/** Prescribed names of the lines of an advance by tax label (Technical Instruction for ESIR, 9.1). */
export const ADVANCE_NAMES: Readonly<Record<string, string>> = {
  Ђ: '10: Аванс (Ђ)',
  Е: '11: Аванс (Е)',
  Г: '12: Аванс (Г)',
  А: '13: Аванс (А)',
};

/**
 * Accepts any letter as the label, since processors of the sandbox have others. Written as escapes: a non-ASCII letter
 * in an expression doubles the memory that V8 needs for the bundle.
 */
const ADVANCE_NAME = /^1[0-3]: \u0410\u0432\u0430\u043d\u0441 \(.\)$/u;

/** True for the prescribed name of a line of an advance, `10: Аванс (Ђ)`. */
export function isAdvanceName(name: string): boolean {
  return ADVANCE_NAME.test(name);
}
