import { Router } from '@koa/router';
import type { Clock, SalesFirst } from '../../../base/index.js';
import {
  type HttpResponse,
  notFound,
  type RequestState,
  respond,
  type SlotLimits,
  Slots,
  withSlot,
} from '../../../platform/http/index.js';
import type { Ledger } from '../../../platform/ledger/index.js';
import { Reference } from '../reference/reference.js';
import { ASSETS } from './assets.js';
import { verificationPage } from './verification.js';

/**
 * Slots for pages without a key. A page contains a whole receipt, up to half a megabyte, held in memory until the
 * client has read it.
 */
const STRANGER = 0;
const STRANGERS: SlotLimits = { perKey: 16, inAll: 16, waiting: 64, longest: 30_000 };

interface OpenPagesParts {
  readonly ledger: Ledger;
  readonly salesFirst: SalesFirst;
  readonly clock: Pick<Clock, 'sleep'>;
}

/** The web pages and files that need no key. */
export function openPages({ ledger, salesFirst, clock }: OpenPagesParts): Router<RequestState, object> {
  const router = new Router<RequestState, object>({ sensitive: true });
  const slots = new Slots(STRANGERS, clock);
  router.get('/v', async (ctx) => {
    const page = (): Promise<HttpResponse> => verificationPage(ledger, ctx.state.query.get('vl') ?? '');
    respond(ctx, await withSlot(slots, STRANGER, ctx, () => salesFirst.slice(page)));
  });
  const reference = new Reference(salesFirst);
  router.get('/docs', async (ctx) => {
    const asked = { acceptEncoding: ctx.get('Accept-Encoding'), ifNoneMatch: ctx.get('If-None-Match') };
    respond(ctx, await reference.answer(asked));
  });
  for (const [path, open] of ASSETS) {
    router.get(path, async (ctx) => respond(ctx, (await open()) ?? notFound('File')));
  }
  return router;
}
