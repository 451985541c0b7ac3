import { FIRST_FILE, REPORT_FILE } from '../board/index.js';
import { type Command, complainUsage } from './command.js';

export const boardCommand: Command = {
  usage: [
    'board apply [--firmware DIR] [--keep DIR] [--run DIR] [--root DIR] [--data DIR]',
    'board show [--secrets] [--run DIR] [--data DIR]',
  ],
  summary: {
    sr: `apply: на слици система, као root, пре него што се покрене мрежа: преузима ${FIRST_FILE} са картице, подешава мрежу,
      брише тајне из те датотеке и поред ње уписује ${REPORT_FILE}.
      show: назив, мрежа и приступна тачка при овом покретању; --secrets и лозинка приступне тачке`,
    en: `apply: on the image, as root before the network starts: applies ${FIRST_FILE} of the card, configures the network,
      wipes the secrets from the file and writes ${REPORT_FILE} beside it.
      show: name, network and access point of this start; --secrets also the password of the access point`,
  },
  options: ['firmware', 'keep', 'run', 'root'],
  flags: ['secrets'],
  async run(args) {
    const { words, values, flags } = args;
    const [verb] = words;
    const hasFolders = ['firmware', 'keep', 'root'].some((name) => values[name] !== undefined);
    if (verb === 'apply' && words.length === 1 && !flags.has('secrets'))
      return (await import('./files/board.js')).apply(args);
    if (verb === 'show' && words.length === 1 && !hasFolders) return (await import('./files/board.js')).show(args);
    return complainUsage(boardCommand.usage);
  },
};
