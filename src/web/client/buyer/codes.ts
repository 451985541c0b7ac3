import { BUYER_CODES, type BuyerCode, type BuyerFault, buyerFault, isBuyerCode } from '../../../base/buyerId.js';
import { plainTin } from '../../../base/tin.js';

export { BUYER_CODES, type BuyerCode };

/** Characters of code and value that the verification link has room for. */
const LONGEST = 20;

/** What is wrong with a value as it was typed; undefined: nothing. */
export function typedFault(code: BuyerCode, typed: string): BuyerFault | undefined {
  return buyerFault(code, typed.replace(/\s/g, ''));
}

/** `10:100000049`; undefined when the value cannot be one of this code. */
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
  // Closing an advance has named the seller as some processors do, `10:RS100000049`.
  return isBuyerCode(code) ? { code, value: plainTin(value) } : { code: '10', value: '' };
}

/** What a company has, and what a person has; whatever else there is stands behind them. */
export const OF_COMPANIES: readonly BuyerCode[] = ['10', '12', '20', '40'];
export const OF_PEOPLE: readonly BuyerCode[] = ['20', '23', '30', '10'];

/** All codes, `first` in front. */
export function buyerCodes(first: readonly BuyerCode[]): readonly BuyerCode[] {
  const others = Object.keys(BUYER_CODES).filter(isBuyerCode).sort();
  return [...first, ...others.filter((code) => !first.includes(code))];
}
