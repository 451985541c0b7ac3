import type { Slice } from '../../../base/index.js';
import type { IssuedInvoice, Ledger } from '../../../platform/ledger/index.js';
import { readReferring, type Referring } from '../refunds/referring.js';
import { before, FINAL, NEXT, REFUND } from './chain.js';

/** Maximum number of receipts read to find the state of a chain. */
const MOST_READ = 200;
/** Maximum number of receipts read that refer to the same receipt. */
const MOST_OF_ONE = 10;

/** How the money of a chain of advances was returned. */
export interface ChainEnd {
  readonly refund: IssuedInvoice;
  /** The final receipt that names this refund; undefined when the chain was only refunded. */
  readonly final: IssuedInvoice | undefined;
}

/** An advance and the chain it belongs to. */
export interface ChainState {
  /** The advances before it, the advance, and those that continue it; oldest first. */
  readonly chain: readonly IssuedInvoice[];
  /** True when the chain has more receipts than were read. */
  readonly isCut: boolean;
  /** Undefined as long as the chain is open. */
  readonly end: ChainEnd | undefined;
}

/**
 * Reads the chain that an advance belongs to. The chain has ended when a refund of the advance has a final receipt. It
 * has also ended when an advance that continues it has a refund of a different amount: that refund returned the whole
 * chain (see `unreturnedAfter`).
 */
export async function readChainState(ledger: Ledger, advance: IssuedInvoice, slice: Slice): Promise<ChainState> {
  let left = MOST_READ;
  let isCut = false;
  const referring = async (to: IssuedInvoice, kind: typeof REFUND | typeof NEXT | typeof FINAL): Promise<Referring> => {
    const found = await readReferring(ledger, to, [kind], { slice, most: Math.min(left, MOST_OF_ONE) });
    left -= found.receipts.length;
    isCut ||= found.more > 0;
    return found;
  };
  const seen = new Map([[advance.uuid, advance]]);
  const earlier: IssuedInvoice[] = [];
  const step = (one: IssuedInvoice): Promise<IssuedInvoice | undefined> => slice(() => before(ledger, one));
  for (let at = await step(advance); at !== undefined && !seen.has(at.uuid); at = await step(at)) {
    seen.set(at.uuid, at);
    earlier.unshift(at);
    left -= 1;
    if (left > MOST_READ / 2) continue;
    isCut = true;
    break;
  }
  let end: ChainEnd | undefined;
  const later = [advance];
  for (const one of later) {
    const refunds = end === undefined ? (await referring(one, REFUND)).receipts : [];
    for (const refund of refunds) {
      const [final] = (await referring(refund, FINAL)).receipts;
      const isOwn = one === advance && final === undefined;
      if (!isOwn && (one === advance || refund.draft.total !== one.draft.total)) end ??= { refund, final };
    }
    for (const next of (await referring(one, NEXT)).receipts) {
      if (seen.has(next.uuid)) continue;
      seen.set(next.uuid, next);
      later.push(next);
    }
  }
  return { chain: [...earlier, ...later], isCut, end };
}
