import { FIRST_FILE, REPORT_FILE } from '../board/index.js';
import type { Command } from './command.js';
import { commandOf } from './forms.js';

export const boardCommand: Command = commandOf({
  name: 'board',
  summary: {
    sr: `apply: на слици система, као root, пре него што се покрене мрежа: преузима ${FIRST_FILE} са картице, подешава мрежу,
      брише тајне из те датотеке и поред ње уписује ${REPORT_FILE}; на другој машини одбија.
      show: назив, мрежа и приступна тачка при овом покретању; --secrets и лозинка приступне тачке`,
    en: `apply: on the image, as root before the network starts: applies ${FIRST_FILE} of the card, configures the network,
      wipes the secrets from the file and writes ${REPORT_FILE} beside it; on another machine it refuses.
      show: name, network and access point of this start; --secrets also the password of the access point`,
  },
  forms: {
    'apply [--firmware DIR] [--keep DIR] [--run DIR] [--root DIR]': async (args) =>
      (await import('./files/board.js')).apply(args),
    'show [--secrets] [--run DIR]': async (args) => (await import('./files/board.js')).show(args),
  },
});
