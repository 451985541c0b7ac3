import { type Command, complainUsage } from './command.js';

export const restoreCommand: Command = {
  usage: ['restore FILE [--code-file F] [--yes] [--data DIR]'],
  summary: `lays a backup into an empty DIR, so that this box goes on where the other one was. It asks for the recovery
      code, on the terminal or as a line of standard input. Never run both boxes afterwards. FILE may be - for standard
      input. A box in DIR that was never used is replaced, after a question; --yes: without one`,
  options: ['code-file'],
  flags: ['yes'],
  async run({ folder, words, values, flags }) {
    const [file] = words;
    if (file === undefined || words.length > 1) return complainUsage(restoreCommand.usage);
    return (await import('./files/restore.js')).restore(folder, file, {
      codeFile: values['code-file'],
      isSure: flags.has('yes'),
    });
  },
};
