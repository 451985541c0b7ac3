import { Readable } from 'node:stream';
import type { OperationName, OnProgress } from '../../admin/index.js';
import { reportSlice } from '../../api/index.js';
import type { Bilingual, Message, Result } from '../../../base/index.js';
import { endOf, type HttpResponse, okay, withSlot } from '../../../platform/http/index.js';
import { webError } from '../pageResponses.js';
import { onPage } from '../pageText.js';
import { performUncheckedFor } from '../performFor.js';
import type { WebRoute } from '../webRoute.js';

/** Operations that read every receipt of a period: one at a time per session, and few may wait. */
const LONG: ReadonlySet<string> = new Set<OperationName>([
  'reports.show',
  'reports.rows',
  'reports.csv',
  'reports.pdf',
]);

/** True for the tables that the ledger has counted: short enough to be one slice, whose key then pauses. */
function isQuickReport(name: string, { of }: Readonly<Record<string, unknown>>): boolean {
  return name === 'reports.show' && of === 'sums';
}

const STEPS_TYPE = 'application/x-ndjson';

/**
 * The operations of the command line for pages. A long operation reports its steps if the page accepts
 * `application/x-ndjson`: lines `{"step":…}`, then one with the reply.
 */
export const operationRoutes: readonly WebRoute[] = [
  {
    method: 'post',
    path: '/web/operations/{name}',
    takesBody: true,
    access: 'signed-in',
    roles: ['owner', 'technician'],
    async handler({ ctx, session, params: { name = '' }, body }, deps) {
      const signal = endOf(ctx);
      const { quickReports, longReports, salePriority, clock } = deps;
      const isQuick = isQuickReport(name, body);
      const performed = (onProgress: OnProgress): Promise<Result<unknown, Message>> => {
        const perform = () => performUncheckedFor(session, deps, name, body, onProgress, signal);
        const { monotonic } = clock;
        return isQuick ? reportSlice(quickReports, session.user.id, { salePriority, monotonic }, perform) : perform();
      };
      const answered = async (): Promise<HttpResponse> => {
        if (acceptsSteps(ctx.get('Accept'))) {
          return okay(Readable.from(steps(performed, signal)), { 'Content-Type': STEPS_TYPE });
        }
        const reply = await performed(() => undefined);
        return reply.ok ? okay({ value: reply.value }) : refusal(reply.error);
      };
      if (isQuick) return withSlot(quickReports, session.user.id, ctx, answered);
      return LONG.has(name) ? withSlot(longReports, session.id, ctx, answered) : answered();
    },
  },
];

/** True when the header names the type, in any case and with any parameters (RFC 9110, 8.3.1 and 12.5.1). */
function acceptsSteps(accept: string): boolean {
  return accept.split(',').some((range) => range.split(';')[0]?.trim().toLowerCase() === STEPS_TYPE);
}

function refusal(message: Message): HttpResponse {
  return webError('refused', message);
}

/**
 * The steps of an operation as they occur, then its reply; each a line of JSON. An unexpected exception ends the stream
 * without a reply, and with it the connection, so that a partial answer is not mistaken for the whole.
 */
async function* steps(
  work: (onProgress: OnProgress) => Promise<Result<unknown, Message>>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const told: Bilingual[] = [];
  let wake: () => void = () => undefined;
  const state = { isOver: false };
  const done = work((step) => {
    told.push(step);
    wake();
  }).finally(() => {
    state.isOver = true;
    wake();
  });
  // The code below handles the error; the caller may have disconnected by then.
  done.catch(() => undefined);
  signal.addEventListener('abort', () => wake(), { once: true });
  while (!signal.aborted && (!state.isOver || told.length > 0)) {
    const step = told.shift();
    if (step !== undefined) yield `${JSON.stringify({ step })}\n`;
    else await new Promise<void>((resolve) => (wake = resolve));
  }
  const reply = await done;
  yield `${JSON.stringify(reply.ok ? reply : refused(reply.error))}\n`;
}

/** The last line of a refused operation. */
function refused(message: Message): object {
  const { sr, en } = onPage(message);
  return { ok: false, error: en, messageSr: sr };
}
