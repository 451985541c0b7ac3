import { STAYS } from '../../shop/access/index.js';
import { failed, fieldName, ok, type Result } from '../../base/index.js';
import type { AdminParts, Tell } from './operation.js';
import { type Ask, isOperation, type OperationName, OPERATIONS, type Reply } from './operations.js';
import type { Permissions } from './permissions.js';

/**
 * Runs an operation on a box, for a caller with these permissions. `tell` reports progress; `gone` is aborted when the
 * caller no longer waits for the answer. The error is an English sentence.
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

/** Validates an unchecked name and question: a malformed one must not end the service. */
export function checkAsked(
  name: unknown,
  ask: unknown,
): Result<{ readonly name: OperationName; readonly ask: Ask<OperationName> }, string> {
  if (!isOperation(name)) return failed('The running service does not know this command; are the versions the same?');
  const checked = OPERATIONS[name].check(ask);
  if (!checked.ok) return failed(`The question "${name}" is malformed at "${fieldName(checked.error.path)}".`);
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
): Promise<Result<unknown, string>> {
  const asked = checkAsked(name, ask);
  return asked.ok ? perform(parts, granted, asked.value.name, asked.value.ask, tell, gone) : asked;
}
