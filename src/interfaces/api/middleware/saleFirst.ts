import type { Middleware } from 'koa';
import { type Clock, FairTurns, type SalesFirst } from '../../../base/index.js';
import type { CallerState } from '../resource.js';

interface SaleFirstParts {
  readonly salesFirst: SalesFirst;
  readonly clock: Pick<Clock, 'sleep'>;
}

/**
 * Gives a sale priority over all other work from the time its body is read until it is answered. Sales of one key, or
 * of one person, take turns with those of others.
 */
export function saleFirst({ salesFirst, clock }: SaleFirstParts): Middleware<CallerState, object> {
  const turns = new FairTurns(clock);
  return (ctx, next) =>
    ctx.state.route?.isSale === true ? salesFirst.during(() => turns.during(ctx.state.caller.id, next)) : next();
}
