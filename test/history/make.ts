import { english } from '../../src/base/index.js';
import { KeyRing } from '../../src/shop/access/keys.js';
import { nodeDisk } from '../../src/base/nodeDisk.js';
import type { UtcMs } from '../../src/base/time.js';
import { silentLog } from '../../src/base/log.js';
import { localDay } from '../../src/base/time.js';
import type { IssuedInvoice } from '../../src/platform/ledger/invoice.js';
import { Ledger } from '../../src/platform/ledger/ledger.js';
import { loadSql } from '../../src/platform/ledger/views/sql.js';
import { Settings } from '../../src/shop/settings/settings.js';
import { unflushed } from '../bench/disks.js';
import { Merchant, SHOP_ENVIRONMENT, type Sold } from './merchant.js';
import { SETTINGS_KEY } from '../kit/settingsKey.js';

export const DAY_MS: UtcMs = 86_400_000;
/** A shop is open from 6 to 20 o'clock UTC. */
const OPENS: UtcMs = DAY_MS / 4;
const OPEN: UtcMs = 14 * 3_600_000;

/** Recorded together. */
const GROUP = 100;
/** No receipt of the merchant takes more in the log, its intent included, bytes. */
const LARGEST = 10_000;
/** Behind the last snapshot lie so many receipts at every size, so that a start reads the same number of records. */
const TAIL = 400;
const PROGRESS = 10_000;
/** Maximum number of uuids that are reported. */
const MAX_UUIDS = 10_000;

export interface HistoryOptions {
  /** The data folder; nothing may be in it. */
  readonly folder: string;
  readonly receipts: number;
  /** Days over which they are spread evenly; the last one is over. */
  readonly days: number;
  /** The same seed sells the same; uuids, keys and request ids differ. */
  readonly seed: number;
  /** API keys to make. */
  readonly keys: number;
  /** Gets each receipt as it is recorded. */
  readonly onReceipt?: (invoice: IssuedInvoice) => void;
  /** Called with the number of receipts recorded, once for each 10,000 of them. */
  readonly progress?: (receipts: number) => void;
}

/** What a client must know of a history. */
export interface Known {
  /** API keys. */
  readonly keys: readonly string[];
  /** Of receipts of the shop, oldest first: all of a small history, an even share of a large one. */
  readonly uuids: readonly string[];
  /** Belgrade days of the first and the last receipt. */
  readonly from: number;
  readonly to: number;
}

/**
 * Makes the data folder of a box that has sold for years, through the real writer of records. Only flushes are spared,
 * and waiting: receipts are signed by {@link Card} and recorded in groups.
 */
export async function makeHistory(options: HistoryOptions): Promise<Known> {
  const { folder, receipts, days, seed, onReceipt, progress } = options;
  const end = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const timeOf = (index: number): UtcMs => {
    const day = (index * days) / receipts;
    return end - (days - Math.floor(day)) * DAY_MS + OPENS + Math.floor((day % 1) * OPEN);
  };
  let at = timeOf(0);
  const now = (): UtcMs => at;
  const ledger = await Ledger.open({
    ...{ disk: unflushed(nodeDisk), folder, now, log: silentLog, version: 'history', idleWork: false },
    sql: await loadSql(),
    // Each quiet moment that is asked for saves the views.
    sizes: { snapshotRecords: 1 },
  });
  try {
    const ring = new KeyRing(ledger, now, silentLog);
    const keys = await furnish(ledger, ring, options.keys);
    const merchant = new Merchant(seed, receipts, ledger.boxId);
    const uuids: string[] = [];
    const step = Math.ceil(receipts / MAX_UUIDS);
    let month = monthOf(at);
    for (let index = 0; index < receipts;) {
      if (index === Math.max(0, receipts - TAIL)) {
        at = Date.now();
        await rest(ledger, ring, keys);
      }
      at = timeOf(index);
      const first = index;
      if (monthOf(at) !== month) {
        month = monthOf(at);
        await ledger.runIdleWork();
        index += 1; // alone: a group keeps more room than the turn of a segment leaves
      } else {
        const stop = index < receipts - TAIL ? receipts - TAIL : receipts;
        while (index < Math.min(stop, first + GROUP) && monthOf(timeOf(index)) === month) index += 1;
      }
      const group = Array.from({ length: index - first }, (_, i) => first + i);
      await recordAll(ledger, group, (each) => {
        at = timeOf(each);
        const sold = merchant.next(at, ledger.newUuid(at));
        const { uuid, environment } = sold.invoice;
        if (environment === SHOP_ENVIRONMENT && each % step === 0) uuids.push(uuid);
        onReceipt?.(sold.invoice);
        return sold;
      });
      if (Math.floor(index / PROGRESS) > Math.floor(first / PROGRESS)) progress?.(index);
    }
    return { keys, uuids, from: localDay(timeOf(0)), to: localDay(at) };
  } finally {
    await ledger.close();
  }
}

async function furnish(ledger: Ledger, ring: KeyRing, count: number): Promise<string[]> {
  const set = await new Settings(ledger, 'history', silentLog, SETTINGS_KEY).set('environment', SHOP_ENVIRONMENT);
  if (!set.ok) throw new Error(english(set.error));
  const keys: string[] = [];
  for (let id = 0; id < count; id += 1) {
    const created = await ring.create(`history ${id}`);
    if (!created.ok) throw new Error(english(created.error));
    keys.push(created.value.key);
  }
  return keys;
}

/** As after a day of use: no key's first use has to be noted while something is measured, and the views are saved. */
async function rest(ledger: Ledger, ring: KeyRing, keys: readonly string[]): Promise<void> {
  for (const key of keys) ring.authenticate(key);
  await ring.saveLastUse(true);
  await ledger.runIdleWork();
}

/** Each receipt behind its intent, as a till writes them, with one flush for all. */
async function recordAll(ledger: Ledger, indexes: readonly number[], sell: (index: number) => Sold): Promise<void> {
  const room = await ledger.reserve(indexes.length * LARGEST);
  if (!room.ok) throw new Error(`no room: ${room.error}`);
  const written = await Promise.all(
    indexes.flatMap((index) => {
      const { intent, invoice } = sell(index);
      const before = intent === null ? [] : [ledger.put({ type: 'intent', intent }, room.value)];
      return [...before, ledger.issue(invoice)];
    }),
  );
  for (const one of written) if (!one.ok) throw new Error(`not recorded: ${one.error}`);
  room.value.release();
}

/** Belgrade month, 202611. */
function monthOf(at: UtcMs): number {
  return Math.floor(localDay(at) / 100);
}
