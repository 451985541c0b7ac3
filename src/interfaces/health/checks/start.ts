import { type Bilingual, bilingual, type Message } from '../../../base/index.js';
import { defineCheck, failure, warning } from '../check.js';

interface ProgramParts {
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
  run({ missingFiles }: ProgramParts) {
    const missing = missingFiles();
    return missing.length === 0 ? [] : [warning(PROGRAM_TEXTS.missing(missing), PROGRAM_TEXTS.install())];
  },
});

const PROGRAM_TEXTS = {
  missing: (files: readonly string[]): Bilingual => ({
    sr: `Недостају датотеке програма: ${files.join(', ')}. Оно чему служе (PDF и папир, или следеће покретање) не ради.`,
    en: `Files of the program are missing: ${files.join(', ')}. What they serve (PDF and paper, or the next start) does not work.`,
  }),
  install: (): Bilingual => ({ sr: 'Инсталирајте програм поново.', en: 'Install the program again.' }),
} as const;

/** Why a data folder cannot be used, and the action needed. */
interface FolderParts {
  readonly found: Bilingual;
  readonly action: Bilingual;
}

/** Whether the data folder can be used. Only a command that has tried it knows that. */
export const folderCheck = defineCheck({
  name: 'folder',
  consequence: 'storage',
  alarmAfterPolls: null,
  run: ({ found, action }: FolderParts) => [failure(found, action)],
});

interface FirstBootParts {
  readonly service:
    | {
        /**
         * Why the company in the file on the card was refused; undefined when it was not. Only on the image.
         */
        readonly firstBootRefusal?: () => Message | undefined;
      }
    | undefined;
}

/**
 * Whether the shop data in the file on the card was accepted. The technician who prepared the card is not next to the
 * box.
 */
export const firstBootCheck = defineCheck({
  name: 'first-boot',
  consequence: 'receipts',
  alarmAfterPolls: null,
  run({ service }: FirstBootParts) {
    const refusal = service?.firstBootRefusal?.();
    return refusal === undefined
      ? []
      : [warning(FIRST_BOOT_TEXTS.refused(), FIRST_BOOT_TEXTS.setIt(), bilingual(refusal))];
  },
});

const FIRST_BOOT_TEXTS = {
  refused: (): Bilingual => ({
    sr: 'Подаци о фирми из датотеке kasirbox.toml нису прихваћени.',
    en: 'The company in the file kasirbox.toml was refused.',
  }),
  setIt: (): Bilingual => ({
    sr: 'Упишите их на страницама уређаја, у подешавањима (kasirbox settings set company -).',
    en: 'Set it on the pages, or: kasirbox settings set company -',
  }),
} as const;
