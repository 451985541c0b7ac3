import { type BuyerCode, buyerIdOf } from './codes.js';

/** Who is named on a receipt; `same`: as on the receipt that it refers to, `own`: the shop itself, which voids its own receipt. */
export interface TypedBuyer {
  readonly kind: BuyerCode | 'same' | 'own';
  readonly value: string;
}

/** Whom a refund can name without anything being typed. */
export interface KnownBuyers {
  readonly same: string | null;
  /** PIB of the shop; empty while it has none. */
  readonly tin: string;
}

export const NOBODY: KnownBuyers = { same: null, tin: '' };

/** `code:value` as a receipt has it; undefined while it cannot be one. */
export function typedBuyerId({ kind, value }: TypedBuyer, { same, tin }: KnownBuyers = NOBODY): string | undefined {
  if (kind === 'same') return same ?? undefined;
  if (kind !== 'own') return buyerIdOf(kind, value);
  // That of the shop stands on its receipts, whatever it is.
  return /^\d{9}$/.test(tin) ? `10:${tin}` : undefined;
}
