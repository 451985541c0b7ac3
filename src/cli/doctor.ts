import { HANGS, askService } from '../admin/index.js';
import { ok, oneLine, type Result } from '../base/index.js';
import { sortByUrgency, type CheckResult, checkService, type ServiceSeen } from '../health/index.js';
import { ask } from './ask.js';
import { type Command, complain, complainUsage, FAILURE, print, SUCCESS } from './command.js';
import { inLanguage } from './language.js';
import { restartAdvice, startCommand } from './serviceAdvice.js';

export const doctorCommand: Command = {
  usage: ['doctor [--json] [--data DIR]'],
  summary: `looks at everything and says what to do, the worst first; exit 1 on a failure: no service runs, no receipt can be
      issued, or none is fiscal.
      --json: for programs, a list of {name, state, found, proof, action} in both languages`,
  flags: ['json'],
  async run({ folder, words, flags }) {
    if (words.length > 0) return complainUsage(doctorCommand.usage);
    const looked = await look(folder);
    if (!looked.ok) return complain(looked.error);
    const { checks, seen } = looked.value;
    const sorted = withServiceCheck(checks, seen);
    if (flags.has('json')) print(JSON.stringify(sorted, null, 2));
    else for (const check of sorted) print(checkRow(check));
    return sorted.some(({ state }) => state === 'failure') ? FAILURE : SUCCESS;
  },
};

interface Look {
  readonly checks: readonly CheckResult[];
  readonly seen: ServiceSeen;
}

/** Asks the service, or else looks itself: at the whole folder where no service holds it. The error is a sentence. */
async function look(folder: string): Promise<Result<Look, string>> {
  const served = await askService(folder, 'doctor', {});
  if (served?.ok === true) return ok({ checks: served.value, seen: { state: 'runs' } });
  if (served?.error === HANGS) {
    const { checkOutside } = await import('./box/checkOutside.js');
    return ok({ checks: await checkOutside(folder), seen: { state: 'hangs', action: restartAdvice(folder) } });
  }
  if (served !== undefined) return served;
  const reply = await ask(folder, 'doctor', {});
  return reply.ok ? ok({ checks: reply.value, seen: { state: 'off', start: startCommand(folder) } }) : reply;
}

/**
 * The checks of the box and the one of its service, which only the command can make; the worst first. What keeps a service from
 * starting, or makes its receipts worthless, comes before the service.
 */
export function withServiceCheck(checks: readonly CheckResult[], seen: ServiceSeen): CheckResult[] {
  const before = checks.filter(isBeforeService);
  return sortByUrgency([...before, ...checkService(seen), ...checks.filter((check) => !before.includes(check))]);
}

/** The checks whose faults keep a service from starting, or make what it issues worthless. */
export const BEFORE_SERVICE: readonly string[] = ['fiscal', 'ledger', 'disk', 'wear', 'flash', 'flash-budget'];

function isBeforeService({ name, state }: CheckResult): boolean {
  return state !== 'ok' && BEFORE_SERVICE.includes(name);
}

/** One row of text. Parts of it come from devices, and must not drive the terminal. */
export function checkRow({ name, state, found, proof, action }: CheckResult): string {
  const texts = [inLanguage(found), proof === null ? '' : `[${proof}]`, action === null ? '' : inLanguage(action)];
  return oneLine(`${name.padEnd(16)}${state.padEnd(9)}${texts.filter((part) => part !== '').join(' ')}`);
}
