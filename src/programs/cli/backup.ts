import type { Args, Command } from './command.js';
import { STREAM } from './inputFile.js';
import { commandOf } from './forms.js';

export const backupCommand: Command = commandOf({
  name: 'backup',
  summary: {
    sr: `прави једну шифровану датотеку са свиме што је потребно резервном уређају, док уређај продаје; FILE може бити -, за
      стандардни излаз. --into чува последњих N (3) резервних копија уређаја у фасцикли FOLDER на другом диску, као што то
      подешавање backup ради само. Код за резервне копије отвара копију; приказује се кад се направи, и командом backup code.
      --identity га приказује као кључ програма age, који отвара копију без kasirbox: age -d -i KEYFILE FILE | tar -t`,
    en: `writes one encrypted file with everything that a spare box needs, while the box sells; FILE may be - for
      standard output. --into stores the last N (3) backups of the box in a FOLDER on another disk, as the setting backup
      does automatically. The backup code opens a backup; it is shown when it is created, and by backup code. --identity shows
      it as a key for the program age, which opens a backup without kasirbox: age -d -i KEYFILE FILE | tar -t`,
  },
  forms: {
    FILE: async ({ folder }, file = '') => (await import('./files/backup.js')).backup(folder, file),
    '--into FOLDER [--keep N]': async ({ folder, values: { into = '', keep } }) =>
      (await import('./files/backup.js')).rollingBackup(folder, into, keep),
    'code [--identity]': async ({ folder, flags }) =>
      (await import('./files/backup.js')).showCode(folder, flags.has('identity')),
  },
});

export const restoreCommand: Command = commandOf({
  name: 'restore',
  summary: {
    sr: `враћа резервну копију у празну фасциклу DIR, па овај уређај наставља тамо где је други стао. Тражи код за
      резервне копије, на терминалу или као ред стандардног улаза. После тога никад не покрећите оба. FILE може бити -, за
      стандардни улаз. Уређај у DIR који никад није коришћен замењује се, после питања; --yes: без њега. --code-first: на
      стандардном улазу је код, нови ред, па копија, тако да обе датотеке отвара љуска`,
    en: `restores a backup into an empty DIR, so that this box continues where the other one stopped. It asks for the backup
      code, on the terminal or as a line of standard input. Never run both boxes afterwards. FILE may be - for standard
      input. A box in DIR that was never used is replaced after confirmation; --yes: without it. --code-first: standard input
      is the code, a line feed, and the backup, so that the shell opens both files`,
  },
  forms: {
    'FILE [--code-file F] [--yes]': restore,
    '- --code-first [--yes]': (args) => restore(args, STREAM),
  },
});

async function restore({ folder, values, flags }: Args, file: string): Promise<number> {
  return (await import('./files/restore.js')).restore(folder, file, {
    codeFile: values['code-file'],
    isCodeFirst: flags.has('code-first'),
    isSure: flags.has('yes'),
  });
}
