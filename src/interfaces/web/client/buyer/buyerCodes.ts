import { BUYER_CODES, type BuyerCode, buyerFault, isBuyerCode, plainTin } from '../../../../base/idNumbers.js';

export { BUYER_CODES, type BuyerCode };

/** Maximum characters of code and value in the verification link. */
const LONGEST = 20;

/** A buyer id such as `10:100000049`; undefined when the value cannot belong to this code. */
export function buyerIdOf(code: BuyerCode, typed: string): string | undefined {
  const value = typed.replace(/\s/g, '').toUpperCase();
  const id = `${code}:${value}`;
  if (buyerFault(code, value) !== undefined) return undefined;
  return /^[!-~]+$/.test(value) && id.length <= LONGEST ? id : undefined;
}

/** The buyer of a receipt, where it can be one; a program may have named another. */
export function possibleBuyer(buyerId: string | null): string | null {
  const { code, value } = buyerParts(buyerId);
  return buyerId !== null && buyerIdOf(code, value) !== undefined ? buyerId : null;
}

/** Code and value of a buyer id; PIB when there is none. */
export function buyerParts(buyerId: string | null): { readonly code: BuyerCode; readonly value: string } {
  const [, code = '', value = ''] = /^(\d{2}):(.*)$/.exec(buyerId ?? '') ?? [];
  // Closing an advance names the seller as some processors do, `10:RS100000049`.
  return isBuyerCode(code) ? { code, value: plainTin(value) } : { code: '10', value: '' };
}

/** The codes that companies or people have most often; all other codes are offered after them. */
export const OF_COMPANIES: readonly BuyerCode[] = ['10', '12', '20', '40'];
export const OF_PEOPLE: readonly BuyerCode[] = ['20', '23', '30', '10'];

/** All codes, beginning with `first`. */
export function buyerCodes(first: readonly BuyerCode[]): readonly BuyerCode[] {
  const others = Object.keys(BUYER_CODES).filter(isBuyerCode).sort();
  return [...first, ...others.filter((code) => !first.includes(code))];
}

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
