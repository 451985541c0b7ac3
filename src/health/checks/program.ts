import type { Bilingual } from '../../base/index.js';
import { defineCheck, warning } from '../check.js';

interface Parts {
  /** Files that belong beside the program and are not there, such as `fonts/Inter_400Regular.ttf`. */
  readonly missingFiles: () => readonly string[];
}

/** Is the program whole? It sells without fonts; without its database (`sql-wasm.wasm`) it does not start again. */
export const programCheck = defineCheck({
  name: 'program',
  consequence: 'paper',
  alarmAfterPolls: 2,
  run({ missingFiles }: Parts) {
    const missing = missingFiles();
    return missing.length === 0 ? [] : [warning(TEXTS.missing(missing), TEXTS.install())];
  },
});

const TEXTS = {
  missing: (files: readonly string[]): Bilingual => ({
    sr: `Недостају датотеке програма: ${files.join(', ')}. Оно чему служе (PDF и папир, или следеће покретање) не ради.`,
    en: `Files of the program are missing: ${files.join(', ')}. What they serve (PDF and paper, or the next start) does not work.`,
  }),
  install: (): Bilingual => ({ sr: 'Инсталирајте програм поново.', en: 'Install the program again.' }),
} as const;
