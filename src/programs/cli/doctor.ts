import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { callService, ACCESS_DENIED, NOT_RESPONDING, socketPath } from '../../interfaces/admin/index.js';
import {
  actionOnTerminal,
  type Bilingual,
  ok,
  readStartFailure,
  type Result,
  startCommand,
  type Message,
} from '../../base/index.js';
import {
  type CheckResult,
  checkService,
  checkUnusable,
  type ServiceSeen,
  sortByUrgency,
} from '../../interfaces/health/index.js';
import { tryOperation } from './callOperation.js';
import { type Args, type Command, complain, FAILURE, print, printJson, SUCCESS, tableLines } from './command.js';
import { inLanguage } from './language.js';
import { deniedTo, restartAdvice, type Unusable, unusableBy } from './unusable.js';
import { commandOf } from './forms.js';

export const doctorCommand: Command = commandOf({
  name: 'doctor',
  summary: {
    sr: `прегледа све и каже шта треба урадити, најгоре прво; излазни код 1 ако нешто не ради: сервис не ради, рачуни не могу да
      се издају или ниједан није фискални.
      --json: за програме, списак {name, state, found, proof, action} на оба језика`,
    en: `checks everything and lists what to do, the worst first; exit 1 on a failure: the service does not run, no receipt can be
      issued, or none is fiscal.
      --json: for programs, a list of {name, state, found, proof, action} in both languages`,
  },
  forms: {
    '[--json]': examine,
  },
});

async function examine({ folder, flags }: Args): Promise<number> {
  const examined = await examineBox(folder);
  if (!examined.ok) return complain(examined.error);
  const { checks } = examined.value;
  if (flags.has('json')) printJson(checks);
  else for (const line of checkLines(checks)) print(line);
  return checks.some(({ state }) => state === 'failure') ? FAILURE : SUCCESS;
}

/** All checks of a box. */
interface Examination {
  /** The worst first. */
  readonly checks: readonly CheckResult[];
  /** True when neither the service nor the folder can answer further questions. */
  readonly isUnusable: boolean;
}

/** The results from the service; otherwise from this process, which checks the whole folder if no service uses it. */
export async function examineBox(folder: string): Promise<Result<Examination, Message>> {
  const served = await callService(folder, 'doctor', {});
  if (served?.ok === true) return ok({ checks: withServiceCheck(served.value, { state: 'runs' }), isUnusable: false });
  if (served?.error === NOT_RESPONDING) {
    const { checkOutside } = await import('./box/checkOutside.js');
    return ok({ checks: withServiceCheck(await checkOutside(folder), hanging(folder)), isUnusable: true });
  }
  if (served?.error === ACCESS_DENIED) return ok(unusableBox(deniedTo(socketPath(folder))));
  return served ?? examineWithoutService(folder);
}

/** `others`: checks that were possible. */
function unusableBox({ check, found, action }: Unusable, others: readonly CheckResult[] = []): Examination {
  return { checks: [...checkUnusable(check, found, action), ...others], isUnusable: true };
}

/** The state of a service that hangs. */
export function hanging(folder: string): ServiceSeen {
  return { state: 'hangs', action: restartAdvice(folder) };
}

/**
 * Runs the checks without a service. A reason that prevents them is a finding too, listed before the service, which
 * cannot start because of it.
 */
async function examineWithoutService(folder: string): Promise<Result<Examination, Message>> {
  const off: ServiceSeen = { state: 'off', start: startCommand(folder), failure: readStartFailure(folder) };
  try {
    const reached = await tryOperation(folder, 'doctor', {});
    if (!reached.ok) return ok(unusableBox(reached.error));
    if (!reached.value.ok) return reached.value;
    // The checks write nothing, so they would not notice a disk that is read-only.
    const unwritable = await access(folder, constants.W_OK).then(() => undefined, unusableBy);
    const checks = withServiceCheck(reached.value.value, off);
    return ok(unwritable === undefined ? { checks, isUnusable: false } : unusableBox(unwritable, checks));
  } catch (error) {
    const unusable = unusableBy(error);
    if (unusable === undefined) throw error;
    return ok(unusableBox(unusable, checkService(off)));
  }
}

/**
 * The checks of the box and the check of its service, which only the command can make; the worst first. Faults that
 * prevent a service from starting, or from issuing fiscal receipts, come before the service.
 */
export function withServiceCheck(checks: readonly CheckResult[], seen: ServiceSeen): CheckResult[] {
  const before = checks.filter(isBeforeService);
  return sortByUrgency([...before, ...checkService(seen), ...checks.filter((check) => !before.includes(check))]);
}

/** Checks whose faults prevent a service from starting, or from issuing fiscal receipts. */
export const BEFORE_SERVICE: readonly string[] = ['fiscal', 'ledger', 'disk', 'wear', 'flash', 'flash-budget'];

function isBeforeService({ name, state }: CheckResult): boolean {
  return state === 'failure' && BEFORE_SERVICE.includes(name);
}

/** The states of a check as displayed by `doctor`. */
const STATES = {
  ok: { sr: 'у реду', en: 'ok' },
  warning: { sr: 'упозорење', en: 'warning' },
  failure: { sr: 'квар', en: 'failure' },
} as const satisfies Readonly<Record<CheckResult['state'], Bilingual>>;

/** One line for each check. */
export function checkLines(checks: readonly CheckResult[]): string[] {
  return tableLines(
    checks.map(({ name, state, ...finding }) => [name, inLanguage(STATES[state]), sentencesOf(finding)]),
  );
}

/** The finding, its proof, and the action, in the language of the terminal. */
export function sentencesOf({ found, proof, action, ...rest }: Omit<CheckResult, 'name' | 'state'>): string {
  const shown = action === null ? '' : inLanguage(actionOnTerminal({ ...rest, action }));
  return [inLanguage(found), proof === null ? '' : `[${inLanguage(proof)}]`, shown]
    .filter((part) => part !== '')
    .join(' ');
}
