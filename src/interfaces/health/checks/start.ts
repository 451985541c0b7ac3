import { type Bilingual, bilingual, type Message } from '../../../base/index.js';
import { defineCheck, failure, warning } from '../check.js';

interface ProgramDeps {
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
  guide: {
    symptom: { sr: 'Папир или PDF не ради', en: 'Printing or PDF does not work' },
    cause: { sr: 'недостају датотеке програма', en: 'program files are missing' },
    command: 'scripts/install',
  },
  run({ missingFiles }: ProgramDeps) {
    const missing = missingFiles();
    return missing.length === 0 ? [] : [warning(PROGRAM_TEXTS.missing(missing), PROGRAM_TEXTS.install())];
  },
});

const PROGRAM_TEXTS = {
  missing: (files: readonly string[]): Bilingual => ({
    sr: `Недостају датотеке програма: ${files.join(', ')}. Оно чему служе (PDF и папир, или следеће покретање) не ради.`,
    en: `Program files are missing: ${files.join(', ')}. What they are needed for (PDF and printing, or the next start) does not work.`,
  }),
  install: (): Bilingual => ({ sr: 'Инсталирајте програм поново.', en: 'Reinstall the program.' }),
} as const;

/** Why a data folder cannot be used, and the action needed. */
interface FolderDeps {
  readonly found: Bilingual;
  readonly action: Bilingual;
}

/** Whether the data folder can be used. Only a command that has tried it knows that. */
export const folderCheck = defineCheck({
  name: 'folder',
  consequence: 'storage',
  alarmAfterPolls: null,
  guide: {
    symptom: {
      sr: 'Команде и сервис кажу да немају дозволу, или да је фасцикла погрешна; квар folder',
      en: 'Missing permission or a wrong folder is reported; failure folder',
    },
    cause: {
      sr: 'део фасцикле припада другом кориснику, или је диск само за читање',
      en: 'part of the folder belongs to another user, or the disk is read-only',
    },
    command: 'chown -R kasirbox: /var/lib/kasirbox',
  },
  run: ({ found, action }: FolderDeps) => [failure(found, action)],
});

interface FirstBootDeps {
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
  guide: {
    symptom: { sr: 'Уређај не узима податке из kasirbox.toml', en: 'The box does not accept kasirbox.toml' },
    cause: { sr: 'датотека на картици има грешку', en: 'the file on the card has an error' },
    command: 'kasirbox board show',
  },
  run({ service }: FirstBootDeps) {
    const refusal = service?.firstBootRefusal?.();
    return refusal === undefined
      ? []
      : [warning(FIRST_BOOT_TEXTS.refused(), FIRST_BOOT_TEXTS.setIt(), bilingual(refusal))];
  },
});

const FIRST_BOOT_TEXTS = {
  refused: (): Bilingual => ({
    sr: 'Подаци о фирми из датотеке kasirbox.toml нису прихваћени.',
    en: 'The company details in the file kasirbox.toml were rejected.',
  }),
  setIt: (): Bilingual => ({
    sr: 'Упишите их на страницама уређаја, у подешавањима (kasirbox settings set company -).',
    en: "Enter them on the box's pages, under Settings (kasirbox settings set company -).",
  }),
} as const;
