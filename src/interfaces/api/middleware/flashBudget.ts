import type { Middleware } from 'koa';
import type { FlashBudget } from '../../../shop/access/index.js';
import { chargedTo, isRecord, defineMessages } from '../../../base/index.js';
import { errorResponse, respond } from '../../../platform/http/index.js';
import type { Invoicing } from '../../../sales/invoicing/index.js';
import type { CallerState } from '../resource.js';

const MESSAGES = defineMessages('flashBudget', {
  spent: {
    en: 'This key has written as much to the flash of the box today as it may (setting flashBudget); it may write again after midnight, Europe/Belgrade. Reading, and repeating what was issued under its idempotency key, goes on',
    sr: 'За данас је записано онолико колико један корисник сме („Највише записа по кључу на дан”). Наставите после поноћи, или нека власник повећа границу.',
  },
});

interface FlashBudgetParts {
  readonly flashBudget: FlashBudget;
  readonly invoicing: Pick<Invoicing, 'hasBegun' | 'hasBegunToClose'>;
}

const SPENT = MESSAGES.spent;

/**
 * Charges the writes of a request to its key, and responds with 429 to a key that has used its daily quota of flash
 * writes. Read requests are still served. So is the repeat of a request that has begun, because it must be completed.
 */
export function flashBudget({ flashBudget, invoicing }: FlashBudgetParts): Middleware<CallerState, object> {
  return async (ctx, next) => {
    const { method, path, headers, state } = ctx;
    const account = flashBudget.account(state.caller.id);
    const writes = state.route !== undefined && method !== 'GET' && method !== 'HEAD';
    if (!writes || !account.isSpent() || (await hasBegun())) await chargedTo(account, () => next());
    else respond(ctx, errorResponse('rate_limited', SPENT, { rule: 'key.flash-budget' }));

    async function hasBegun(): Promise<boolean> {
      // Other routes take no idempotency key: accepting one there would only bypass the quota.
      if (state.route?.isSale !== true) return false;
      const inBody = isRecord(state.body) ? state.body['clientRequestId'] : undefined;
      const key = headers['idempotency-key'] ?? inBody;
      if (typeof key === 'string' && (await invoicing.hasBegun(key))) return true;
      const [, closed] = CLOSE_ADVANCE.exec(path) ?? [];
      return closed !== undefined && invoicing.hasBegunToClose(closed);
    }
  };
}

const CLOSE_ADVANCE = /\/invoices\/([0-9a-f-]{36})\/close-advance\/?$/;
