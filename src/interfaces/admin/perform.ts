import { STAYS } from '../../shop/access/index.js';
import { failed, fieldName, ok, type Result, defineMessages, type Message, phrase } from '../../base/index.js';
import type { AdminParts, Permission, Permissions, Tell } from './operation.js';
import { type Ask, isOperation, type OperationName, OPERATIONS, type Reply } from './operations.js';

const MESSAGES = defineMessages('operation', {
  notAllowed: {
    en: 'You are not allowed to do this: it needs the permission "{permission}".',
    sr: 'Ово вам није дозвољено: потребно је овлашћење „{permission}”.',
  },
  unknownOperation: {
    en: 'The running service does not know this command; are the versions the same?',
    sr: 'Покренути сервис не познаје ову команду; да ли су верзије исте?',
    srOnPage: 'Уређај не познаје ову радњу; учитајте страницу поново.',
  },
  malformed: {
    en: 'The question "{name}" is malformed at "{field}".',
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
 * Runs an operation on a box, for a caller with these permissions. `tell` reports progress; `gone` is aborted when the
 * caller no longer waits for the answer.
 */
export async function perform<N extends OperationName>(
  parts: AdminParts,
  granted: Permissions,
  name: N,
  ask: Ask<N>,
  tell: Tell = () => undefined,
  gone: AbortSignal = STAYS,
): Promise<Reply<N>> {
  const { permission, alsoNeeds, withoutTurnover, run } = OPERATIONS[name];
  const missing = [permission, alsoNeeds?.(ask)].find((one) => one !== undefined && !granted.has(one));
  if (missing !== undefined) return failed(MESSAGES.notAllowed({ permission: permissionPhrase(missing) }));
  const reply = await run(parts, ask, tell, gone);
  if (!reply.ok || withoutTurnover === undefined || granted.has('turnover')) return reply;
  return ok(withoutTurnover(reply.value));
}

/** Validates an unchecked name and question: a malformed one must not end the service. */
export function checkAsked(
  name: unknown,
  ask: unknown,
): Result<{ readonly name: OperationName; readonly ask: Ask<OperationName> }, Message> {
  if (!isOperation(name)) return failed(MESSAGES.unknownOperation);
  const checked = OPERATIONS[name].check(ask);
  if (!checked.ok) return failed(MESSAGES.malformed({ name, field: fieldName(checked.error.path) }));
  return ok({ name, ask: checked.value });
}

/** Runs an unchecked operation; see {@link perform}. */
export async function performAsked(
  parts: AdminParts,
  granted: Permissions,
  name: unknown,
  ask: unknown,
  tell: Tell = () => undefined,
  gone: AbortSignal = STAYS,
): Promise<Result<unknown, Message>> {
  const asked = checkAsked(name, ask);
  return asked.ok ? perform(parts, granted, asked.value.name, asked.value.ask, tell, gone) : asked;
}
