import { isTin } from '../../../base/tin.js';

/** Codes of buyer identifications (Technical Instruction for ESIR, 9.8), with the form that their value must have. */
export const BUYER_CODES = {
  '10': /^\d{9}$/,
  '11': /^\d{13}$/,
  '12': /^\d{9}:\d{5}$/,
  '13': /./,
  '14': /^\d{9}$/,
  '15': /^\d{13}$/,
  '16': /^\d{12}$/,
  '20': /./,
  '21': /./,
  '22': /./,
  '23': /./,
  '30': /./,
  '31': /./,
  '32': /./,
  '33': /./,
  '34': /./,
  '35': /./,
  '36': /./,
  '40': /./,
} as const;

export type BuyerCode = keyof typeof BUYER_CODES;

/** Characters of code and value that the verification link has room for. */
const LONGEST = 20;

/** Codes whose value begins with a PIB, which has a check digit. */
const WITH_TIN: ReadonlySet<BuyerCode> = new Set(['10', '12', '14']);

/** True when the value has the form of its code but a PIB with a wrong check digit. */
export function hasWrongTin(code: BuyerCode, typed: string): boolean {
  const value = typed.replace(/\s/g, '');
  return WITH_TIN.has(code) && BUYER_CODES[code].test(value) && !isTin(value.slice(0, 9));
}

/** `10:100000049`; undefined when the value cannot be one of this code. */
export function buyerIdOf(code: BuyerCode, typed: string): string | undefined {
  const value = typed.replace(/\s/g, '').toUpperCase();
  const id = `${code}:${value}`;
  if (hasWrongTin(code, value)) return undefined;
  return BUYER_CODES[code].test(value) && /^[!-~]+$/.test(value) && id.length <= LONGEST ? id : undefined;
}

/** Code and value of a buyer id; PIB when there is none. */
export function buyerParts(buyerId: string | null): { readonly code: BuyerCode; readonly value: string } {
  const [, code = '', value = ''] = /^(\d{2}):(.*)$/.exec(buyerId ?? '') ?? [];
  return isBuyerCode(code) ? { code, value } : { code: '10', value: '' };
}

export function isBuyerCode(code: string): code is BuyerCode {
  return Object.hasOwn(BUYER_CODES, code);
}

/** What a company has, and what a person has; whatever else there is stands behind them. */
export const OF_COMPANIES: readonly BuyerCode[] = ['10', '12', '20', '40'];
export const OF_PEOPLE: readonly BuyerCode[] = ['20', '23', '30', '10'];

/** All codes, `first` in front. */
export function buyerCodes(first: readonly BuyerCode[]): readonly BuyerCode[] {
  const others = Object.keys(BUYER_CODES).filter(isBuyerCode).sort();
  return [...first, ...others.filter((code) => !first.includes(code))];
}
