import type { Slice } from '../../base/index.js';
import { type HttpResponse, withSlot } from '../../platform/http/index.js';
import type { ResourceDeps } from './apiDeps.js';
import type { ApiContext } from './resource.js';

/**
 * Makes a response that may be long as soon as a slot is free, as one slice of work, so that sales go first. `work`
 * waits only for the disk.
 */
export function longAnswer(
  ctx: ApiContext,
  { slots, salePriority }: Pick<ResourceDeps, 'slots' | 'salePriority'>,
  work: () => Promise<HttpResponse> | HttpResponse,
): Promise<HttpResponse> {
  return withSlot(slots.reads, ctx.state.caller.id, ctx, () => salePriority.slice(work));
}

/** Computing time from which a report is costly, ms. Its key then waits `REST` times as long before its next report. */
const COSTLY = 25;
const REST = 20;

/**
 * Makes a report in slices, between which sales go first. A key whose reports take long must pause between them, so
 * that they use at most a twentieth of the time.
 */
export function reportAnswer(
  ctx: ApiContext,
  { slots, salePriority, monotonic }: Pick<ResourceDeps, 'slots' | 'salePriority' | 'monotonic'>,
  work: (slice: Slice) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const { id } = ctx.state.caller;
  return withSlot(slots.reports, id, ctx, async () => {
    let cost = 0;
    const measured: Slice = (step) =>
      salePriority.slice(async () => {
        const began = monotonic();
        const result = await step();
        cost += monotonic() - began;
        return result;
      });
    const report = await work(measured);
    if (cost > COSTLY) slots.reports.occupy(id, cost * REST);
    return report;
  });
}
