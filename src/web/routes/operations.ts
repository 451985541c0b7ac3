import { Readable } from 'node:stream';
import { isOperation, OPERATIONS, performAsked, type Tell } from '../../admin/index.js';
import { type Bilingual, type Result } from '../../base/index.js';
import { type HttpResponse, okay } from '../../http/index.js';
import { webError } from '../answers.js';
import type { WebParts } from '../parts.js';
import { ROLE_PERMISSIONS } from '../roles.js';
import type { SignedInRequest, WebRoute } from '../webRoute.js';

const STEPS_TYPE = 'application/x-ndjson';
/** Members of a question that say what is changed; nothing else of it is recorded. */
const SUBJECTS = ['name', 'id', 'environment', 'receipt', 'key'] as const;
const MAX_SUBJECT = 100;

/**
 * The operations of the command line, asked by a page. An operation that takes long tells its steps when the page asks for
 * `application/x-ndjson`: lines `{"step":…}`, then one with the reply.
 */
export const operationRoutes: readonly WebRoute[] = [
  {
    method: 'post',
    path: '/web/operations/{name}',
    takesBody: true,
    access: 'signed-in',
    roles: ['owner', 'technician'],
    async handler(request, parts) {
      if (request.ctx.get('Accept') === STEPS_TYPE) {
        const body = Readable.from(steps((tell) => performed(request, parts, tell)));
        return okay(body, { 'Content-Type': STEPS_TYPE });
      }
      const reply = await performed(request, parts, () => undefined);
      return reply.ok ? okay({ value: reply.value }) : refusal(reply.error);
    },
  },
];

function refusal(message: string): HttpResponse {
  return webError('refused', message);
}

/** Carries out an operation as far as the role permits, and records who has changed something. */
async function performed(
  { session: { user }, params, body }: SignedInRequest,
  { admin, ledger }: WebParts,
  tell: Tell,
): Promise<Result<unknown, string>> {
  const { name = '' } = params;
  const reply = await performAsked(admin, ROLE_PERMISSIONS[user.role], name, body, tell);
  if (isOperation(name) && !OPERATIONS[name].isReadOnly) {
    const entry = {
      event: 'operation',
      operation: name,
      subject: subjectOf(body),
      user: user.id,
      name: user.name,
    } as const;
    // What was done is done: without room for the record it is in the log at least, as a change of its own.
    await ledger.put({ type: 'audit', entry: { ...entry, isDone: reply.ok } });
  }
  return reply;
}

function subjectOf(body: SignedInRequest['body']): string | null {
  const values = SUBJECTS.map((name) => body[name]).filter((value) => ['string', 'number'].includes(typeof value));
  return values.length === 0 ? null : values.map(String).join(' ').slice(0, MAX_SUBJECT);
}

/** The steps of a work as they come, then its reply; each a line of JSON. */
async function* steps(work: (tell: Tell) => Promise<Result<unknown, string>>): AsyncGenerator<string> {
  const told: Bilingual[] = [];
  let wake: () => void = () => undefined;
  let reply: Result<unknown, string> | undefined;
  const done = work((step) => {
    told.push(step);
    wake();
  }).then((ended) => {
    reply = ended;
    wake();
  });
  while (reply === undefined || told.length > 0) {
    const step = told.shift();
    if (step !== undefined) yield `${JSON.stringify({ step })}\n`;
    else await new Promise<void>((resolve) => (wake = resolve));
  }
  await done;
  yield `${JSON.stringify(reply)}\n`;
}
