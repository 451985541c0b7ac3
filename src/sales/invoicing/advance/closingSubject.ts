import type { Environment } from '../../../contract/index.js';
import { failed, localTime, ok, type Result } from '../../../base/index.js';
import type { IssuedInvoice } from '../../../platform/ledger/index.js';
import { isAdvanceSale, kindText } from '../draft/receiptKind.js';
import { sellerTinOf } from '../draft/ownTins.js';
import { environmentMismatch, labelsOf } from '../draft/prepared.js';
import { validationErrors } from '../draft/refusals/validationErrors.js';
import type { ValidationError } from '../draft/refusals/sentence.js';
import type { Books } from '../refunds/referring.js';
import type { KeyStatuses } from '../issue/keyStatus.js';
import { operationFingerprint, type RequestKey } from '../issue/requestKey.js';
import { type AdvanceChain, hasFinal, readChain, refundsOf, unreturnedAfter } from './chain.js';
import { byName, type Closing } from './closingDrafts.js';
import type { ClosingRequest, EarlierClosingRequest } from './closingRequest.js';
import { NOTHING_REMAINING } from './remaining.js';

/** Suffix that turns the idempotency key of the final receipt into the key of the refund. */
export const REFUND_KEY = ':ar';

/** The advances that a closing refunds. */
export interface Subject<A> {
  readonly advance: A;
  /** The number that the refund refers to. */
  readonly number: string;
  /** The content that the key of each document is bound to. */
  readonly fingerprint: () => string;
  readonly refundFingerprint: () => string;
  /** Why it can never be closed. */
  readonly refusal: () => ValidationError | undefined;
  /** Numbers of receipts that an order with an unknown outcome may refer to. */
  readonly numbers: () => Promise<ReadonlySet<string>>;
  /** The money to be returned, and the refund that has already returned it, if there is one. */
  readonly state: (
    key: RequestKey | null,
  ) => Promise<Result<{ readonly closing: Closing; readonly refund: IssuedInvoice | undefined }, ValidationError>>;
}

/** The chain that ends with an advance of this box. */
export function ownSubject(
  books: Books,
  advance: IssuedInvoice,
  { request, environment }: { readonly request: ClosingRequest; readonly environment: Environment },
): Subject<IssuedInvoice> {
  const { uuid } = advance;
  const { isTenderedIgnored: _, ...content } = request;
  return {
    advance,
    number: numberOf(advance),
    fingerprint: () => operationFingerprint({ operation: 'close-advance', uuid, request: content }),
    refundFingerprint: () => operationFingerprint({ operation: 'advance-refund', uuid, request: {} }),
    refusal: () =>
      environmentMismatch(advance, environment) ??
      (isAdvanceSale(advance.draft) ? undefined : validationErrors.closeIneligible(kindText(advance.draft))),
    numbers: async () => {
      const chain = await readChain(books, advance);
      const advances = chain.ok ? chain.value.advances : [advance];
      return new Set([...advances, ...(await refundsOf(books, advance))].map(numberOf));
    },
    state: async (key) => {
      const state = await chainOf(books, advance, key);
      if (!state.ok) return state;
      const { chain, refund } = state.value;
      // Otherwise it would be unknown how much of the chain the refund has returned.
      if (refund === undefined && request.earlierAdvances !== undefined && !chain.beginsElsewhere) {
        return failed(validationErrors.earlierOfOwn(numberOf(advance)));
      }
      const sellerTin = sellerTinOf(advance, books.settings);
      return ok({ closing: { ...closingOf(advance, chain, request), sellerTin }, refund });
    },
  };
}

/** Advances that this box did not issue: only the key identifies a repeat. */
export function earlierSubject(
  keys: KeyStatuses,
  request: EarlierClosingRequest,
  environment: Environment,
  sellerTin: string,
): Subject<null> {
  const { lastPaper, earlierAdvances = [] } = request;
  const { number } = lastPaper;
  const returned = { clientRequestId: null, lastPaper, earlierAdvances };
  return {
    advance: null,
    number,
    fingerprint: () => operationFingerprint({ operation: 'close-advance', uuid: '', request }),
    refundFingerprint: () => operationFingerprint({ operation: 'advance-refund', uuid: '', request: returned }),
    refusal: () => undefined,
    numbers: () => Promise.resolve(new Set([number])),
    state: async (key) => {
      const status = key && (await keys.forHolder(environment, { id: key.id + REFUND_KEY }));
      const refund = status?.state === 'issued' && isRefundOf(status.invoice, number) ? status.invoice : undefined;
      const nothing = { remaining: NOTHING_REMAINING, taxLabels: [], buyerId: null };
      return ok({ closing: { last: lastPaper, ...nothing, sellerTin, request }, refund });
    },
  };
}

function closingOf(last: IssuedInvoice, chain: AdvanceChain, request: ClosingRequest): Omit<Closing, 'sellerTin'> {
  const { signature, draft } = last;
  return {
    last: { number: signature.invoiceNumber, time: localTime(signature.time) },
    remaining: chain.remaining,
    // Where the rate of a label has changed along the chain, the newest one applies.
    taxLabels: byName(chain.advances.flatMap(labelsOf)),
    buyerId: draft.buyerId,
    request,
  };
}

/**
 * The chain, and the refund that has already returned its money: that of this key, otherwise the one after which
 * nothing remained.
 */
async function chainOf(
  books: Books,
  advance: IssuedInvoice,
  key: RequestKey | null,
): Promise<Result<{ readonly chain: AdvanceChain; readonly refund: IssuedInvoice | undefined }, ValidationError>> {
  const chain = await readChain(books, advance);
  if (!chain.ok) return chain;
  const { parts, returnedBy, advances } = chain.value;
  const ofKey = key && parts.find(({ clientRequestId }) => clientRequestId === key.id + REFUND_KEY);
  const refund = ofKey ?? returnedBy;
  if (refund !== undefined) return ok({ chain: chain.value, refund });
  const number = numberOf(advance);
  const earlier = advances.at(-2);
  const own = parts.filter(({ draft }) => draft.total === advance.draft.total);
  if (earlier !== undefined && own.length > 0 && !(await hasFinal(books.ledger, own))) {
    return failed(validationErrors.advanceReturnedAlone(number, numberOf(earlier)));
  }
  const [next] = await unreturnedAfter(books, advance);
  if (next !== undefined) return failed(validationErrors.advanceNotLast(numberOf(next)));
  return ok({ chain: chain.value, refund: undefined });
}

function isRefundOf({ draft }: IssuedInvoice, number: string): boolean {
  return draft.invoiceType === 'Advance' && draft.transactionType === 'Refund' && draft.referentNumber === number;
}

export function numberOf({ signature }: IssuedInvoice): string {
  return signature.invoiceNumber;
}
