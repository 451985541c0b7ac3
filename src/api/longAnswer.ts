import { type HttpResponse, withSlot } from '../http/index.js';
import type { ResourceParts } from './parts.js';
import type { ApiContext } from './resource.js';

/**
 * An answer that may be long: it is made once there is a slot for it, as one slice of work, so that sales go first. `work` waits
 * for nothing but the disk.
 */
export function longAnswer(
  ctx: ApiContext,
  { slots, salesFirst }: Pick<ResourceParts, 'slots' | 'salesFirst'>,
  work: () => Promise<HttpResponse> | HttpResponse,
): Promise<HttpResponse> {
  return withSlot(slots.reads, ctx.state.caller.id, ctx, () => salesFirst.slice(work));
}

/** From this on a slice keeps a sale waiting, ms, and for how many times as long its key then waits for the next of its kind. */
const COSTLY = 25;
const REST = 20;

/** A report: as one slice of work. A key whose reports take long has few of them, so that they cost a twentieth of the time. */
export function reportAnswer(
  ctx: ApiContext,
  { slots, salesFirst, monotonic }: Pick<ResourceParts, 'slots' | 'salesFirst' | 'monotonic'>,
  work: () => HttpResponse,
): Promise<HttpResponse> {
  const { id } = ctx.state.caller;
  return withSlot(slots.reports, id, ctx, () =>
    salesFirst.slice(() => {
      const began = monotonic();
      const response = work();
      const cost = monotonic() - began;
      if (cost > COSTLY) slots.reports.occupy(id, cost * REST);
      return response;
    }),
  );
}
