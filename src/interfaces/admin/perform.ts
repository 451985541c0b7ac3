import { NEVER_ABORTED } from '../../shop/access/index.js';
import { failed, fieldName, ok, type Result, defineMessages, type Message, phrase } from '../../base/index.js';
import type { AdminDeps, Permission, Permissions, OnProgress } from './operation.js';
import { type Input, isOperation, type OperationName, OPERATIONS, type Reply } from './operations.js';

const MESSAGES = defineMessages('operation', {
  notAllowed: {
    en: 'You are not allowed to do this: it needs the permission "{permission}".',
    sr: 'Ово вам није дозвољено: потребно је овлашћење „{permission}”.',
  },
  unknownOperation: {
    en: 'The running service does not support this command; are the versions the same?',
    sr: 'Покренути сервис не познаје ову команду; да ли су верзије исте?',
    srOnPage: 'Уређај не познаје ову радњу; учитајте страницу поново.',
    enOnPage: 'The box does not support this action; reload the page.',
  },
  malformed: {
    en: 'The request "{name}" is invalid at "{field}".',
    sr: 'Захтев „{name}” није исправан код „{field}”.',
  },
});

const PERMISSION_NAMES: Readonly<Record<Permission, string>> = {
  keys: 'API кључеви',
  users: 'корисници',
  turnover: 'промет',
  settings: 'подешавања',
  certificates: 'сертификати',
  processor: 'процесор',
  custody: 'чување ПИН-а картице',
  printing: 'штампа',
  drawer: 'фиока за новац',
  queue: 'ред чекања',
  items: 'артикли',
  backup: 'код за резервне копије',
  maintenance: 'одржавање',
};

function permissionPhrase(permission: Permission): Message {
  return phrase({ sr: PERMISSION_NAMES[permission], en: permission });
}

/**
 * Runs an operation on a box, for a caller with these permissions. `onProgress` reports progress; `signal` is aborted
 * when the caller no longer waits for the answer.
 */
export async function perform<N extends OperationName>(
  deps: AdminDeps,
  granted: Permissions,
  name: N,
  input: Input<N>,
  onProgress: OnProgress = () => undefined,
  signal: AbortSignal = NEVER_ABORTED,
): Promise<Reply<N>> {
  const { permission, alsoNeeds, withoutTurnover, run } = OPERATIONS[name];
  const missing = [permission, alsoNeeds?.(input)].find((one) => one !== undefined && !granted.has(one));
  if (missing !== undefined) return failed(MESSAGES.notAllowed({ permission: permissionPhrase(missing) }));
  const reply = await run(deps, input, onProgress, signal);
  if (!reply.ok || withoutTurnover === undefined || granted.has('turnover')) return reply;
  return ok(withoutTurnover(reply.value));
}

/** Validates an unchecked name and question: a malformed one must not end the service. */
export function checkInput(
  name: unknown,
  input: unknown,
): Result<{ readonly name: OperationName; readonly ask: Input<OperationName> }, Message> {
  if (!isOperation(name)) return failed(MESSAGES.unknownOperation);
  const checked = OPERATIONS[name].check(input);
  if (!checked.ok) return failed(MESSAGES.malformed({ name, field: fieldName(checked.error.path) }));
  return ok({ name, ask: checked.value });
}

/** Runs an unchecked operation; see {@link perform}. */
export async function performUnchecked(
  deps: AdminDeps,
  granted: Permissions,
  name: unknown,
  input: unknown,
  onProgress: OnProgress = () => undefined,
  signal: AbortSignal = NEVER_ABORTED,
): Promise<Result<unknown, Message>> {
  const asked = checkInput(name, input);
  return asked.ok ? perform(deps, granted, asked.value.name, asked.value.ask, onProgress, signal) : asked;
}
