import { askService } from '../admin/socket.js';
import { oneLine } from '../base/text.js';
import { byUrgency, type Check } from '../health/checks.js';
import { good, warning } from '../health/verdicts.js';
import { ask } from './ask.js';
import { type Command, complain, DEFAULT_FOLDER, FAILURE, print, readArgs, SUCCESS, USAGE } from './command.js';
import { inLanguage } from './language.js';

export const doctorCommand: Command = {
  usage: ['doctor [--json] [--data DIR]'],
  summary: `looks at everything and says what to do, the worst first; exit 1 when no receipt can be issued.
      --json: for programs, a list of {name, state, found, proof, action} in both languages`,
  async run(args) {
    const parsed = readArgs(args, [], ['json']);
    if (!parsed.ok) return complain(parsed.error, USAGE);
    const { words, values } = parsed.value;
    if (words.length > 0) return complain(`usage: kasirbox ${doctorCommand.usage.join()}`, USAGE);
    const folder = values['data'] ?? DEFAULT_FOLDER;
    const served = await askService(folder, 'doctor', {});
    const reply = served ?? (await ask(folder, 'doctor', {}));
    if (!reply.ok) return complain(reply.error);
    const checks = withService(reply.value, served !== undefined);
    if (values['json'] !== undefined) print(JSON.stringify(checks, null, 2));
    else for (const check of checks) print(lineOf(check));
    return reply.value.some(({ state }) => state === 'failure') ? FAILURE : SUCCESS;
  },
};

/** The checks with the one that only who asks can make, in the order in which they are shown. */
export function withService(checks: readonly Check[], isRunning: boolean): Check[] {
  return byUrgency([checkService(isRunning), ...checks]);
}

function checkService(isRunning: boolean): Check {
  if (isRunning) return good('service', { sr: 'Програм ради.', en: 'The service runs.' });
  return warning(
    'service',
    { sr: 'Програм није покренут за ову фасциклу.', en: 'No service runs on this folder.' },
    { sr: 'Покрените га (kasirbox serve).', en: 'Run: kasirbox serve' },
  );
}

/** Devices have their say in these texts, and must not drive the terminal. */
export function lineOf({ name, state, found, proof, action }: Check): string {
  const told = [inLanguage(found), proof === null ? '' : `[${proof}]`, action === null ? '' : inLanguage(action)];
  return oneLine(`${name.padEnd(16)}${state.padEnd(9)}${told.filter((part) => part !== '').join(' ')}`);
}
