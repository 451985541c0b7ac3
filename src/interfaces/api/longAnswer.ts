import { type HttpResponse, withSlot } from '../../platform/http/index.js';
import type { ResourceDeps } from './apiDeps.js';
import type { ApiContext } from './resource.js';

/**
 * Makes a response that may be long as soon as a slot is free, as one slice of work, so that sales go first. `work`
 * waits only for the disk.
 */
export function longAnswer(
  ctx: ApiContext,
  { slots, salesFirst }: Pick<ResourceDeps, 'slots' | 'salesFirst'>,
  work: () => Promise<HttpResponse> | HttpResponse,
): Promise<HttpResponse> {
  return withSlot(slots.reads, ctx.state.caller.id, ctx, () => salesFirst.slice(work));
}

/**
 * A slice that takes at least this long delays a sale noticeably, ms. Its key then waits `REST` times as long before
 * its next report.
 */
const COSTLY = 25;
const REST = 20;

/**
 * Makes a report as one slice of work. A key whose reports take long must pause between them, so that they use at most
 * a twentieth of the time.
 */
export function reportAnswer(
  ctx: ApiContext,
  { slots, salesFirst, monotonic }: Pick<ResourceDeps, 'slots' | 'salesFirst' | 'monotonic'>,
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
