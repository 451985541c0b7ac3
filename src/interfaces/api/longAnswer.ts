import { type HttpResponse, type ResponseSlots, withSlot } from '../../platform/http/index.js';
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
  { slots, salePriority, monotonic }: Pick<ResourceDeps, 'slots' | 'salePriority' | 'monotonic'>,
  work: () => HttpResponse,
): Promise<HttpResponse> {
  const { id } = ctx.state.caller;
  return withSlot(slots.reports, id, ctx, () => reportSlice(slots.reports, id, { salePriority, monotonic }, work));
}

/** Makes a report of `key` as one slice. After a long one, the key has one slot less for a while. */
export function reportSlice<T>(
  slots: Pick<ResponseSlots, 'occupy'>,
  key: number,
  { salePriority, monotonic }: Pick<ResourceDeps, 'salePriority' | 'monotonic'>,
  work: () => Promise<T> | T,
): Promise<T> {
  return salePriority.slice(async () => {
    const began = monotonic();
    const report = await work();
    const cost = monotonic() - began;
    if (cost > COSTLY) slots.occupy(key, cost * REST);
    return report;
  });
}
