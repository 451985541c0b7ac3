import { type Command, complainUsage } from './command.js';

export const backupCommand: Command = {
  usage: [
    'backup FILE [--data DIR]',
    'backup --into FOLDER [--keep N] [--data DIR]',
    'backup code [--identity] [--data DIR]',
  ],
  summary: `writes one encrypted file with everything that a spare box needs, while the box sells; FILE may be - for
      standard output. --into keeps the last N (3) backups of the box in a FOLDER on another disk, as the setting backup
      does by itself. The backup code opens a backup; it is shown when it is made, and by backup code. --identity shows it
      as a key of the program age, which opens a backup without kasirbox: age -d -i KEYFILE FILE | tar -t`,
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
    return complainUsage(backupCommand.usage, ' or kasirbox ');
  },
};
