import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { silentLog } from '../../../../src/base/log.js';
import type { SaleOutcome } from '../../../../src/sales/invoicing/issue/order.js';
import type { UnresolvedIntent } from '../../../../src/sales/invoicing/reconciliation/openIntents.js';
import type { Intent } from '../../../../src/platform/ledger/intent.js';
import {
  ReconciliationSale,
  type ReconciliationSaleDeps,
} from '../../../../src/sales/invoicing/reconciliation/reconciliationSale.js';
import { HandClock } from '../../../kit/handClock.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

interface Lost {
  readonly setting?: object;
  readonly state?: UnresolvedIntent['state'];
  readonly mode?: 'lpfr' | 'vpfr';
  /** Does a settling sale reach the processor? */
  readonly isSent?: boolean;
  readonly outcome?: 'issued' | 'refused';
  readonly labels?: readonly string[];
}

/** One lost order of a V-PFR beyond its limit. */
function lost({ setting = {}, state = 'asking', mode = 'vpfr', isSent = true, ...more }: Lost = {}) {
  const { outcome = 'refused', labels = ['Ђ'] } = more;
  const clock = new HandClock();
  const sold: string[] = [];
  interface Own {
    readonly isPastSigningLimit: boolean;
  }
  const own: Own | undefined = undefined;
  const shop = {
    lastSentAt: clock.monotonic(),
    isBusy: false,
    isPastSigningLimit: true,
    own: own as Own | undefined,
    outcome,
  };
  const deps = {
    ...{ clock, log: silentLog, settings: { now: { 'pfr.sandbox': { mode: 'vpfr', ...setting } } } },
    pfrOf: () => ({ mode: 'vpfr', mutex: shop, taxLabels: () => labels.map((label) => ({ label, rate: 20 })) }),
    openIntents: {
      unresolved: () => [
        { state, intent: { mode, clientRequestId: 'key-of-lost' } },
        ...(shop.own === undefined ? [] : [{ state, intent: { mode, clientRequestId: 'pfr-settle-1' } }]),
      ],
      isPastSigningLimit: ({ clientRequestId }: Intent) =>
        clientRequestId === 'pfr-settle-1' ? shop.own?.isPastSigningLimit : shop.isPastSigningLimit,
      lastSentAt: () => shop.lastSentAt,
    },
    sell: ({ invoiceType }: { invoiceType: string }): Promise<SaleOutcome> => {
      sold.push(invoiceType);
      if (isSent) shop.lastSentAt = clock.monotonic();
      return Promise.resolve({ kind: shop.outcome } as SaleOutcome);
    },
  } as unknown as ReconciliationSaleDeps;
  const sale = new ReconciliationSale(deps);
  const after = async (ms: number): Promise<number> => {
    clock.pass(ms);
    await sale.issueIfDue('sandbox');
    return sold.length;
  };
  return { shop, sale, sold, after };
}

test('a Training sale is issued once no buyer has come for three seconds', async () => {
  const { sale, sold, after } = lost();
  assert.is(sale.dueIn('sandbox'), 3 * SECOND);
  assert.is(await after(2999), 0);
  assert.is(await after(1), 1);
  assert.equal(sold, ['Training']);
});

test('none is issued while a buyer is served, before the limit, for an order that a person decides, or at another processor', async () => {
  const busy = lost();
  busy.shop.isBusy = true;
  const early = lost();
  early.shop.isPastSigningLimit = false;
  const others = [busy, early, lost({ state: 'doubt' }), lost({ state: 'notHeld' }), lost({ mode: 'lpfr' })];
  for (const one of others) assert.is(await one.after(MINUTE), 0);
});

test('the setting turns it off', async () => {
  const off = lost({ setting: { settlingSale: false } });
  assert.is(off.sale.dueIn('sandbox'), undefined);
  assert.is(await off.after(MINUTE), 0);
});

test('each that is in vain doubles the pause, up to an hour', async () => {
  const { after, sold } = lost();
  const at: number[] = [];
  for (let minute = 1; minute <= 300; minute += 1) {
    const before = sold.length;
    if ((await after(MINUTE)) > before) at.push(minute);
  }
  assert.equal(at, [1, 2, 4, 8, 16, 32, 64, 124, 184, 244]);
});

test('after one that issues a receipt the pauses begin anew', async () => {
  const { shop, after } = lost();
  for (let minute = 1; minute <= 16; minute += 1) await after(MINUTE);
  shop.outcome = 'issued';
  assert.is(await after(16 * MINUTE), 6);
  shop.outcome = 'refused';
  // The six of the last hour do not count any more.
  assert.is(await after(61 * MINUTE), 7);
  assert.is(await after(59 * SECOND), 7);
  assert.is(await after(SECOND), 8);
});

test('at most six are sent within an hour', async () => {
  const { after } = lost({ outcome: 'issued' });
  for (let minute = 1; minute <= 59; minute += 1) await after(MINUTE);
  assert.is(await after(2 * MINUTE - SECOND), 6);
  assert.is(await after(SECOND), 7);
});

test('the next one waits until the processor can sign the last one no more, should that be lost, too', async () => {
  const { shop, sale, after } = lost();
  assert.is(await after(MINUTE), 1);
  shop.own = { isPastSigningLimit: false };
  assert.is(sale.dueIn('sandbox'), undefined);
  shop.own = { isPastSigningLimit: true };
  assert.is(await after(MINUTE), 2);
});

test('without a label nothing is sold, and it is tried again only after the pause', async () => {
  const { sale, after } = lost({ labels: [] });
  assert.is(await after(MINUTE), 0);
  assert.is(sale.dueIn('sandbox'), 30 * SECOND);
});

test('what was not sent does not count, and is tried again after half a minute', async () => {
  const { after } = lost({ isSent: false });
  assert.is(await after(MINUTE), 1);
  assert.is(await after(29 * SECOND), 1);
  for (let tries = 2; tries <= 20; tries += 1) assert.is(await after(30 * SECOND), tries);
});

test.run();
