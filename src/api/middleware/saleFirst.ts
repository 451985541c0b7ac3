import type { Middleware } from 'koa';
import type { SalesFirst } from '../../base/index.js';
import type { CallerState } from '../resource.js';

/** From when its body has been read to its answer a sale goes before everything else. */
export function saleFirst(salesFirst: SalesFirst): Middleware<CallerState, object> {
  return (ctx, next) => (ctx.state.route?.isSale === true ? salesFirst.during(next) : next());
}
