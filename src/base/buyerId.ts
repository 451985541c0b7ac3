import { isJmbg } from './jmbg.js';
import { isTin } from './tin.js';

// Also runs in a browser.

/** Codes of buyer identifications (Technical Instruction for ESIR, 9.8), with the required form of their value. */
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

/** Codes whose value begins with a PIB, which has a check digit. */
const WITH_TIN: ReadonlySet<BuyerCode> = new Set(['10', '12', '14']);

export function isBuyerCode(code: string): code is BuyerCode {
  return Object.hasOwn(BUYER_CODES, code);
}

/** Codes whose value is a JMBG, which also has a check digit. */
const WITH_JMBG: ReadonlySet<BuyerCode> = new Set(['11', '15']);

/** A fault of a value: its form, or the check digit of its PIB or JMBG. */
export type BuyerFault = 'form' | 'tin' | 'jmbg';

/** The fault of a code's value; undefined when it is valid. */
export function buyerFault(code: BuyerCode, value: string): BuyerFault | undefined {
  if (!BUYER_CODES[code].test(value)) return 'form';
  if (WITH_JMBG.has(code) && !isJmbg(value)) return 'jmbg';
  return WITH_TIN.has(code) && !isTin(value.slice(0, 9)) ? 'tin' : undefined;
}
