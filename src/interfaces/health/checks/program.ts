import type { Bilingual } from '../../../base/index.js';
import { defineCheck, warning } from '../check.js';

interface Parts {
  /** Missing files of the installation, such as `fonts/Inter_400Regular.ttf`. */
  readonly missingFiles: () => readonly string[];
}

/**
 * Whether the installation is complete. The program sells without fonts, but does not start again without its database
 * (`sql-wasm.wasm`).
 */
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
