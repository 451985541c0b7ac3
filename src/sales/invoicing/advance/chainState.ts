import type { Para, Slice } from '../../../base/index.js';
import type { IssuedInvoice } from '../../../platform/ledger/index.js';
import {
  type Books,
  FINAL,
  type Kind,
  readReferring,
  type Referring,
  REFUNDS,
  unvoided,
} from '../refunds/referring.js';
import { before, continuesElsewhere, NEXT } from './chain.js';

/** Maximum number of receipts read to find the state of a chain. */
const MAX_READ = 200;
/** Maximum number of receipts read that refer to the same receipt. */
const MAX_PER_CHAIN = 10;

/** How the last money of a chain of advances was returned. */
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
  /** Parts that were realised by a refund and a final receipt before the end (9.1.3), in order of issue. */
  readonly parts: readonly { readonly refund: IssuedInvoice; readonly final: IssuedInvoice }[];
  /** Money of the chain that was not returned yet; undefined when not all its receipts were read. */
  readonly remaining: Para | undefined;
  /** True when the first advance continues one of another device, such as a paper from before fiscalization. */
  readonly beginsElsewhere: boolean;
}

interface ReadOptions {
  readonly slice: Slice;
  /** The chain as it was before this refund. */
  readonly until?: IssuedInvoice;
}

/**
 * Reads the chain that an advance belongs to. It has ended when its refunds have returned what was advanced. A single
 * advance that was refunded without a final receipt counts as refunded only, not as ended.
 */
export async function readChainState(
  books: Books,
  advance: IssuedInvoice,
  { slice, until }: ReadOptions,
): Promise<ChainState> {
  const { ledger } = books;
  let unread = MAX_READ;
  let isCut = false;
  const referring = async (to: IssuedInvoice, kinds: readonly Kind[]): Promise<Referring> => {
    const found = await readReferring(ledger, to, kinds, { slice, max: Math.min(unread, MAX_PER_CHAIN) });
    unread -= found.receipts.length;
    isCut ||= found.more > 0;
    return found;
  };
  const seen = new Map([[advance.uuid, advance]]);
  const earlier: IssuedInvoice[] = [];
  const step = (one: IssuedInvoice): Promise<IssuedInvoice | undefined> => slice(() => before(ledger, one));
  for (let at = await step(advance); at !== undefined && !seen.has(at.uuid); at = await step(at)) {
    seen.set(at.uuid, at);
    earlier.unshift(at);
    unread -= 1;
    if (unread > MAX_READ / 2) continue;
    isCut = true;
    break;
  }
  const later = [advance];
  for (const one of later) {
    for (const next of (await referring(one, [NEXT])).receipts) {
      if (seen.has(next.uuid) || !isBefore(next, until)) continue;
      seen.set(next.uuid, next);
      later.push(next);
    }
  }
  const chain = [...earlier, ...later];
  let series: Series = NEW_SERIES;
  for (const one of chain) {
    if (series.end !== undefined) {
      if (series.has(advance)) break;
      series = NEW_SERIES;
    }
    series = withMember(series, one);
    const refunds = (await referring(one, REFUNDS)).receipts;
    for (const refund of await unvoided(books, refunds, { slice, ...(until && { until }) })) {
      if (series.end !== undefined || !isBefore(refund, until)) continue;
      const final = (await referring(refund, [FINAL])).receipts.find((one) => isBefore(one, until));
      series = withRefund(series, { refund, final });
    }
  }
  const { end, parts, total, members } = series;
  const [first = advance] = members;
  const beginsElsewhere = !isCut && (await slice(() => continuesElsewhere(ledger, first)));
  const isRefundedOnly = end?.final === undefined && members.length === 1;
  const open = isCut ? undefined : Math.max(0, total);
  return { chain, isCut, end: isRefundedOnly ? undefined : end, parts, remaining: open, beginsElsewhere };
}

/** Advances up to a refund after which nothing of them is left. Later advances begin a new series. */
interface Series {
  readonly members: readonly IssuedInvoice[];
  readonly has: (advance: IssuedInvoice) => boolean;
  readonly total: Para;
  readonly parts: ChainState['parts'];
  readonly end: ChainEnd | undefined;
}

const NEW_SERIES: Series = { members: [], has: () => false, total: 0, parts: [], end: undefined };

function withMember(series: Series, advance: IssuedInvoice): Series {
  const members = [...series.members, advance];
  const has = ({ uuid }: IssuedInvoice): boolean => members.some((member) => member.uuid === uuid);
  return { ...series, members, has, total: series.total + advance.draft.total };
}

function withRefund(series: Series, { refund, final }: ChainEnd): Series {
  const total = series.total - refund.draft.total;
  if (total <= 0) return { ...series, total, end: { refund, final } };
  return { ...series, total, parts: final === undefined ? series.parts : [...series.parts, { refund, final }] };
}

function isBefore({ uuid, createdAt }: IssuedInvoice, until: IssuedInvoice | undefined): boolean {
  return until === undefined || (uuid !== until.uuid && createdAt <= until.createdAt);
}
