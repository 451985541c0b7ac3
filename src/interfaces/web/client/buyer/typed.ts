import { type BuyerCode, buyerIdOf } from './buyerCodes.js';

/**
 * The buyer on a receipt. `same`: as on the receipt that it refers to; `own`: the shop itself, which cancels its own
 * receipt.
 */
export interface TypedBuyer {
  readonly kind: BuyerCode | 'same' | 'own';
  readonly value: string;
}

/** Buyers that a refund can name without typing. */
export interface KnownBuyers {
  readonly same: string | null;
  /** PIB of the shop; empty while it has none. */
  readonly tin: string;
}

export const NOBODY: KnownBuyers = { same: null, tin: '' };

/** The buyer id as on a receipt, `code:value`; undefined while it is not valid. */
export function typedBuyerId({ kind, value }: TypedBuyer, { same, tin }: KnownBuyers = NOBODY): string | undefined {
  if (kind === 'same') return same ?? undefined;
  if (kind !== 'own') return buyerIdOf(kind, value);
  // The shop's PIB is used as on its receipts, without further checks.
  return /^\d{9}$/.test(tin) ? `10:${tin}` : undefined;
}
