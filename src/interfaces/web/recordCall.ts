import type { ParameterizedContext } from 'koa';
import type { ApiState, OperationId } from '../api/index.js';
import { isRecord } from '../../base/index.js';
import type { WebDeps } from './webDeps.js';

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
  await deps.changes.record(user, operation, { subject: await subjectOf(ctx, deps), isDone: ctx.status < 300 });
}

/** Name of the item, PFR number of the receipt, or key of the request. */
async function subjectOf(
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
