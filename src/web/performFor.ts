import {
  type Ask,
  checkAsked,
  type OperationName,
  OPERATIONS,
  perform,
  type Reply,
  type Tell,
} from '../admin/index.js';
import { failed, type Result } from '../base/index.js';
import type { WebParts } from './parts.js';
import { ROLE_PERMISSIONS } from './roles.js';
import type { Session } from './session/sessions.js';

/** Members of a question that say what is changed; nothing else of it is recorded, since it may be secret. */
const SUBJECTS = ['name', 'id', 'uid', 'environment', 'receipt', 'label'] as const;

const SPENT =
  'You have written as much to the flash of the box today as one may (setting flashBudget); it goes on after midnight.';

type User = Session['user'];
type Parts = Pick<WebParts, 'admin' | 'changes'>;

/**
 * Carries out an operation as far as the role permits, and records who has changed something. `gone` is aborted when nobody waits
 * for the answer any more.
 */
export async function performFor<N extends OperationName>(
  user: User,
  { admin, changes }: Parts,
  name: N,
  ask: Ask<N>,
  tell?: Tell,
  gone?: AbortSignal,
): Promise<Reply<N>> {
  const { isChange } = OPERATIONS[name];
  if (isChange && changes.isSpent(user)) return failed(SPENT);
  const reply = await perform(admin, ROLE_PERMISSIONS[user.role], name, ask, tell, gone);
  if (isChange) await changes.record(user, name, { subject: subjectOf({ ...ask }), isDone: reply.ok });
  return reply;
}

/** The same for a question that nobody has checked. What is none at all was no attempt to change anything. */
export async function performAskedFor(
  user: User,
  parts: Parts,
  name: string,
  question: Readonly<Record<string, unknown>>,
  tell: Tell,
  gone: AbortSignal,
): Promise<Result<unknown, string>> {
  const asked = checkAsked(name, question);
  return asked.ok ? performFor(user, parts, asked.value.name, asked.value.ask, tell, gone) : asked;
}

function subjectOf(question: Readonly<Record<string, unknown>>): string | null {
  const values = SUBJECTS.map((name) => question[name]).filter((value) => ['string', 'number'].includes(typeof value));
  return values.length === 0 ? null : values.map(String).join(' ');
}
