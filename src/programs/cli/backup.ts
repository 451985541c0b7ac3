import { type Command, complainUsage } from './command.js';

export const backupCommand: Command = {
  usage: [
    'backup FILE [--data DIR]',
    'backup --into FOLDER [--keep N] [--data DIR]',
    'backup code [--identity] [--data DIR]',
  ],
  summary: {
    sr: `прави једну шифровану датотеку са свиме што је потребно резервном уређају, док уређај продаје; FILE може бити -, за
      стандардни излаз. --into чува последњих N (3) резервних копија уређаја у фасцикли FOLDER на другом диску, као што то
      подешавање backup ради само. Код за резервне копије отвара копију; приказује се кад се направи, и командом backup code.
      --identity га приказује као кључ програма age, који отвара копију без kasirbox: age -d -i KEYFILE FILE | tar -t`,
    en: `writes one encrypted file with everything that a spare box needs, while the box sells; FILE may be - for
      standard output. --into keeps the last N (3) backups of the box in a FOLDER on another disk, as the setting backup
      does by itself. The backup code opens a backup; it is shown when it is made, and by backup code. --identity shows it
      as a key of the program age, which opens a backup without kasirbox: age -d -i KEYFILE FILE | tar -t`,
  },
  options: ['into', 'keep'],
  flags: ['identity'],
  async run({ folder, words, values, flags }) {
    const isIdentity = flags.has('identity');
    const [file] = words;
    const { into, keep } = values;
    if (into !== undefined && words.length === 0 && !isIdentity) {
      return (await import('./files/backup.js')).rollingBackup(folder, into, keep);
    }
    if (into === undefined && keep === undefined && words.length === 1) {
      if (file === 'code') return (await import('./files/backup.js')).showCode(folder, isIdentity);
      if (file !== undefined && !isIdentity) return (await import('./files/backup.js')).backup(folder, file);
    }
    return complainUsage(backupCommand.usage, ' | kasirbox ');
  },
};
