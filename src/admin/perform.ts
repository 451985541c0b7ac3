import { STAYS } from '../access/index.js';
import { failed, fieldName, ok, type Result } from '../base/index.js';
import type { AdminParts, Tell } from './operation.js';
import { type Ask, isOperation, type OperationName, OPERATIONS, type Reply } from './operations.js';
import type { Permissions } from './permissions.js';

/**
 * Carries out an operation on the parts of a box, for a caller who has been granted these permissions. `tell` hears what is
 * being done meanwhile; `gone` is aborted when nobody waits for the answer any more. The error is an English sentence.
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
  if (missing !== undefined) return failed(`You are not allowed to do this: it needs the permission "${missing}".`);
  const reply = await run(parts, ask, tell, gone);
  if (!reply.ok || withoutTurnover === undefined || granted.has('turnover')) return reply;
  return ok(withoutTurnover(reply.value));
}

/** Looks at a name and a question that nobody has checked, since a malformed one must not end the service. */
export function checkAsked(
  name: unknown,
  ask: unknown,
): Result<{ readonly name: OperationName; readonly ask: Ask<OperationName> }, string> {
  if (!isOperation(name)) return failed('The running service does not know this command; are the versions the same?');
  const checked = OPERATIONS[name].check(ask);
  if (!checked.ok) return failed(`The question "${name}" is malformed at "${fieldName(checked.error.path)}".`);
  return ok({ name, ask: checked.value });
}

/** Carries out what nobody has checked; see {@link perform}. */
export async function performAsked(
  parts: AdminParts,
  granted: Permissions,
  name: unknown,
  ask: unknown,
  tell: Tell = () => undefined,
  gone: AbortSignal = STAYS,
): Promise<Result<unknown, string>> {
  const asked = checkAsked(name, ask);
  return asked.ok ? perform(parts, granted, asked.value.name, asked.value.ask, tell, gone) : asked;
}
