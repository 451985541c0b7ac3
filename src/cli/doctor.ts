import { askService } from '../admin/index.js';
import { oneLine } from '../base/index.js';
import { sortByUrgency, type CheckResult, checkService } from '../health/index.js';
import { ask } from './ask.js';
import { type Command, complain, complainUsage, FAILURE, print, SUCCESS } from './command.js';
import { inLanguage } from './language.js';

export const doctorCommand: Command = {
  usage: ['doctor [--json] [--data DIR]'],
  summary: `looks at everything and says what to do, the worst first; exit 1 on a failure: no receipt can be issued, or none is fiscal.
      --json: for programs, a list of {name, state, found, proof, action} in both languages`,
  flags: ['json'],
  async run({ folder, words, flags }) {
    if (words.length > 0) return complainUsage(doctorCommand.usage);
    const served = await askService(folder, 'doctor', {});
    const reply = served ?? (await ask(folder, 'doctor', {}));
    if (!reply.ok) return complain(reply.error);
    const checks = withServiceCheck(reply.value, served !== undefined);
    if (flags.has('json')) print(JSON.stringify(checks, null, 2));
    else for (const check of checks) print(checkRow(check));
    return reply.value.some(({ state }) => state === 'failure') ? FAILURE : SUCCESS;
  },
};

/** The checks of the box and the one of its service, which only the command can make; the worst first. */
export function withServiceCheck(checks: readonly CheckResult[], isRunning: boolean): CheckResult[] {
  return sortByUrgency([...checkService(isRunning), ...checks]);
}

/** One row of text. Parts of it come from devices, and must not drive the terminal. */
export function checkRow({ name, state, found, proof, action }: CheckResult): string {
  const texts = [inLanguage(found), proof === null ? '' : `[${proof}]`, action === null ? '' : inLanguage(action)];
  return oneLine(`${name.padEnd(16)}${state.padEnd(9)}${texts.filter((part) => part !== '').join(' ')}`);
}
