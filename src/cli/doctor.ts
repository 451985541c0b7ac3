import { askService } from '../admin/socket.js';
import type { Check } from '../health/checks.js';
import { ask } from './ask.js';
import { type Command, complain, DEFAULT_FOLDER, FAILURE, print, readArgs, SUCCESS, USAGE } from './command.js';
import { inLanguage } from './language.js';

export const doctorCommand: Command = {
  usage: ['doctor [--data DIR]'],
  summary: 'looks at everything and says what to do; exit 1 when no receipt can be issued',
  async run(args) {
    const parsed = readArgs(args);
    if (!parsed.ok) return complain(parsed.error, USAGE);
    if (parsed.value.words.length > 0) return complain(`usage: kasirbox ${doctorCommand.usage.join()}`, USAGE);
    const folder = parsed.value.values['data'] ?? DEFAULT_FOLDER;
    const served = await askService(folder, 'doctor', {});
    const reply = served ?? (await ask(folder, 'doctor', {}));
    if (!reply.ok) return complain(reply.error);
    const service = served === undefined ? 'No service runs on this folder.' : 'The service runs.';
    print(
      line(
        'service',
        served === undefined ? 'warning' : 'ok',
        service,
        served === undefined ? 'Run: kasirbox serve' : '',
      ),
    );
    for (const check of reply.value) print(lineOf(check));
    return reply.value.some(({ state }) => state === 'failure') ? FAILURE : SUCCESS;
  },
};

function lineOf({ name, state, found, action }: Check): string {
  return line(name, state, inLanguage(found), action === null ? '' : inLanguage(action));
}

function line(name: string, state: Check['state'], found: string, action: string): string {
  return `${name.padEnd(16)}${state.padEnd(9)}${found} ${action}`.trimEnd();
}
