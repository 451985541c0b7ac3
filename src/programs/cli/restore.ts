import { type Command, complainUsage } from './command.js';
import { STREAM } from './inputFile.js';

export const restoreCommand: Command = {
  usage: ['restore FILE [--code-file F] [--yes] [--data DIR]', 'restore - --code-first [--yes] [--data DIR]'],
  summary: {
    sr: `враћа резервну копију у празну фасциклу DIR, па овај уређај наставља тамо где је други стао. Тражи код за
      резервне копије, на терминалу или као ред стандардног улаза. После тога никад не покрећите оба. FILE може бити -, за
      стандардни улаз. Уређај у DIR који никад није коришћен замењује се, после питања; --yes: без њега. --code-first: на стандардном улазу је код, нови ред, па копија, тако да
      обе датотеке отвара љуска`,
    en: `lays a backup into an empty DIR, so that this box goes on where the other one was. It asks for the backup
      code, on the terminal or as a line of standard input. Never run both boxes afterwards. FILE may be - for standard
      input. A box in DIR that was never used is replaced, after a question; --yes: without one. --code-first: standard input is the code, a line feed, and the
      backup, so that the shell opens both files`,
  },
  options: ['code-file'],
  flags: ['yes', 'code-first'],
  async run({ folder, words, values, flags }) {
    const [file] = words;
    const isCodeFirst = flags.has('code-first');
    if (file === undefined || words.length > 1) return complainUsage(restoreCommand.usage);
    if (isCodeFirst && (file !== STREAM || values['code-file'] !== undefined))
      return complainUsage(restoreCommand.usage);
    return (await import('./files/restore.js')).restore(folder, file, {
      codeFile: values['code-file'],
      isCodeFirst,
      isSure: flags.has('yes'),
    });
  },
};
