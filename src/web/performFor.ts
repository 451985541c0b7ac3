import {
  type Ask,
  isOperation,
  type OperationName,
  OPERATIONS,
  perform,
  performAsked,
  type Reply,
  type Tell,
} from '../admin/index.js';
import type { Result } from '../base/index.js';
import type { WebParts } from './parts.js';
import { ROLE_PERMISSIONS } from './roles.js';
import type { Session } from './session/sessions.js';

/** Members of a question that say what is changed; nothing else of it is recorded. */
const SUBJECTS = ['name', 'id', 'environment', 'receipt', 'key'] as const;
const MAX_SUBJECT = 100;

type User = Session['user'];
type Parts = Pick<WebParts, 'admin' | 'ledger'>;
type Question = Readonly<Record<string, unknown>>;

/** Carries out an operation as far as the role permits, and records who has changed something. */
export async function performFor<N extends OperationName>(
  user: User,
  parts: Parts,
  name: N,
  ask: Ask<N>,
): Promise<Reply<N>> {
  const reply = await perform(parts.admin, ROLE_PERMISSIONS[user.role], name, ask);
  await record(user, parts, name, { ...ask }, reply.ok);
  return reply;
}

/** The same for a question that nobody has checked; `gone` is aborted when nobody waits for the answer any more. */
export async function performAskedFor(
  user: User,
  parts: Parts,
  name: string,
  question: Question,
  tell: Tell,
  gone: AbortSignal,
): Promise<Result<unknown, string>> {
  const reply = await performAsked(parts.admin, ROLE_PERMISSIONS[user.role], name, question, tell, gone);
  await record(user, parts, name, question, reply.ok);
  return reply;
}

async function record(user: User, { ledger }: Parts, name: string, question: Question, isDone: boolean): Promise<void> {
  if (isOperation(name) && !OPERATIONS[name].isReadOnly) {
    const entry = {
      event: 'operation',
      operation: name,
      subject: subjectOf(question),
      user: user.id,
      name: user.name,
    } as const;
    // What was done is done: without room for the record it is in the log at least, as a change of its own.
    await ledger.put({ type: 'audit', entry: { ...entry, isDone } });
  }
}

function subjectOf(question: Question): string | null {
  const values = SUBJECTS.map((name) => question[name]).filter((value) => ['string', 'number'].includes(typeof value));
  return values.length === 0 ? null : values.map(String).join(' ').slice(0, MAX_SUBJECT);
}
