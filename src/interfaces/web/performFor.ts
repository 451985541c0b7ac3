import type { ParameterizedContext } from 'koa';
import {
  type Input,
  checkInput,
  type OperationName,
  OPERATIONS,
  perform,
  type Reply,
  type OnProgress,
} from '../admin/index.js';
import { failed, isRecord, type Result, defineMessages, type Message, withAnySignal } from '../../base/index.js';
import type { ApiState, OperationId } from '../api/index.js';
import type { WebDeps } from './webDeps.js';
import { ROLE_PERMISSIONS } from './guard.js';
import type { Session } from './session/sessions.js';

const MESSAGES = defineMessages('performFor', {
  signedOut: { en: 'You are no longer signed in.', sr: 'Више нисте пријављени.' },
  spent: {
    en: 'Today you have written as much to the flash of the box as one user may (setting flashBudget); continue after midnight.',
    sr: 'Данас сте у меморију уређаја уписали колико један корисник сме (подешавање flashBudget); наставите после поноћи.',
  },
});

/** Members of a question that identify what is changed. Nothing else is recorded, because it may be secret. */
const SUBJECTS = ['name', 'id', 'number', 'uid', 'environment', 'receipt', 'label', 'esirNumber'] as const;

const SPENT = MESSAGES.spent;

type Deps = Pick<WebDeps, 'admin' | 'changes'>;

const SIGNED_OUT = MESSAGES.signedOut;

/**
 * Runs an operation within the permissions of the role, and records which user has changed something. After the session
 * has ended nothing is done, and results of reads are withheld. `answered` is aborted when the caller no longer waits
 * for the answer.
 */
export async function performFor<N extends OperationName>(
  { user, ended }: Session,
  { admin, changes }: Deps,
  name: N,
  ask: Input<N>,
  onProgress?: OnProgress,
  answered?: AbortSignal,
): Promise<Reply<N>> {
  const { isChange } = OPERATIONS[name];
  const isOver = (): boolean => ended.aborted;
  if (isOver()) return failed(SIGNED_OUT);
  if (isChange && changes.isSpent(user)) return failed(SPENT);
  const reply = await withAnySignal([ended, answered], (signal) =>
    perform({ ...admin, person: user.name }, ROLE_PERMISSIONS[user.role], name, ask, onProgress, signal),
  );
  if (isChange) await changes.record(user, name, { subject: subjectOf({ ...ask }), isDone: reply.ok });
  return !isChange && isOver() ? failed(SIGNED_OUT) : reply;
}

/** {@link performFor} for an unvalidated question. An unknown operation is not recorded as an attempted change. */
export async function performUncheckedFor(
  session: Session,
  deps: Deps,
  name: string,
  question: Readonly<Record<string, unknown>>,
  onProgress: OnProgress,
  answered: AbortSignal,
): Promise<Result<unknown, Message>> {
  const asked = checkInput(name, question);
  return asked.ok ? performFor(session, deps, asked.value.name, asked.value.ask, onProgress, answered) : asked;
}

function subjectOf(question: Readonly<Record<string, unknown>>): string | null {
  const values = SUBJECTS.map((name) => question[name]).filter((value) => ['string', 'number'].includes(typeof value));
  return values.length === 0 ? null : values.map(String).join(' ');
}

/** Operations whose own record names the caller: a receipt does, and so does the entry about a sent e-mail. */
const RECORDED: readonly string[] = [
  ...([
    'createInvoice',
    'refundInvoice',
    'closeAdvance',
    'closeEarlierAdvance',
    'copyInvoice',
    'emailInvoice',
  ] as const),
] satisfies OperationId[];

const ITEM = /\/items\/(\d+)\/?$/;
const INVOICE = /\/invoices\/([0-9a-f-]{36})\//;
const REQUEST = /\/queue\/([^/]+)\/?$/;

/** Records which user has changed something through a route of the API on a page. */
export async function recordCall(
  ctx: ParameterizedContext<ApiState>,
  deps: Pick<WebDeps, 'changes' | 'ledger'>,
): Promise<void> {
  const { operation, route, caller } = ctx.state;
  if (operation === undefined || caller === undefined || route === undefined) return;
  if (route.method === 'get' || RECORDED.includes(operation)) return;
  // From the caller, not the session, which may have ended since.
  const user = { id: caller.id, name: caller.cashier ?? '' };
  await deps.changes.record(user, operation, { subject: await subjectOfCall(ctx, deps), isDone: ctx.status < 300 });
}

/** Name of the item, PFR number of the receipt, or key of the request. */
async function subjectOfCall(
  { path, state }: ParameterizedContext<ApiState & { readonly body?: unknown }>,
  { ledger }: Pick<WebDeps, 'ledger'>,
): Promise<string | null> {
  const [, invoice] = INVOICE.exec(path) ?? [];
  if (invoice !== undefined) return (await ledger.invoice(invoice))?.signature.invoiceNumber ?? null;
  const [, item] = ITEM.exec(path) ?? [];
  if (item !== undefined) return ledger.main.item(Number(item))?.name ?? item;
  const [, request] = REQUEST.exec(path) ?? [];
  if (request !== undefined) return decodeURIComponent(request);
  const name = isRecord(state.body) ? state.body['name'] : undefined;
  return typeof name === 'string' ? name : null;
}
