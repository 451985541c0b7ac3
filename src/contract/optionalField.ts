// Runs in a browser, too.

/**
 * Codes of the optional field of the buyer, with the form of their value (code book of buyer ids; Technical
 * Instruction for ESIR, 9.8). `50`: number of a corporate card. `60`: the part of a month whose sales by corporate card
 * are refunded, `01032022_31032022`.
 */
const OPTIONAL_FIELD_CODES = {
  '20': /^\S+$/,
  '21': /^\S+$/,
  '30': /^\S+$/,
  '31': /^\S+$/,
  '32': /^\S+$/,
  '33': /^\S+$/,
  '50': /^\S+$/,
  '60': /^\d{8}_\d{8}$/,
} as const;

type OptionalFieldCode = keyof typeof OPTIONAL_FIELD_CODES;

function isOptionalFieldCode(code: string): code is OptionalFieldCode {
  return Object.hasOwn(OPTIONAL_FIELD_CODES, code);
}

/**
 * True when this kind of receipt may have an optional field with this code (manual test procedure for an ESIR, frequent
 * errors, a; Technical Instruction, 9.4).
 */
export function isOptionalFieldOf(
  code: OptionalFieldCode,
  { invoiceType, transactionType }: { readonly invoiceType: string; readonly transactionType: string },
): boolean {
  return invoiceType === 'Normal' && transactionType === (code === '60' ? 'Refund' : 'Sale');
}

/** The code of an optional field, `30` of `30:099999999`; undefined when it is none of the code book. */
export function optionalFieldCode(field: string): OptionalFieldCode | undefined {
  const code = field.slice(0, 2);
  return field.charAt(2) === ':' && isOptionalFieldCode(code) ? code : undefined;
}

/** What is wrong with an optional field: its code, the form of its value, or the days of its period. */
type OptionalFieldFault = 'code' | 'form' | 'period';

/** Undefined: nothing is wrong with it. */
export function optionalFieldFault(field: string): OptionalFieldFault | undefined {
  const code = optionalFieldCode(field);
  if (code === undefined) return 'code';
  const value = field.slice(3);
  if (!OPTIONAL_FIELD_CODES[code].test(value)) return code === '60' ? 'period' : 'form';
  return code === '60' && !isPartOfMonth(value) ? 'period' : undefined;
}

/** Two days of one month, 20220301, both included. */
export interface CardPeriod {
  readonly from: number;
  readonly to: number;
}

/** The period of an optional field with code 60; undefined for another code, and where it is not part of a month. */
export function cardPeriodOf(field: string): CardPeriod | undefined {
  if (optionalFieldCode(field) !== '60' || optionalFieldFault(field) !== undefined) return undefined;
  const [from = '', to = ''] = field.slice(3).split('_');
  return { from: yearFirst(from), to: yearFirst(to) };
}

/** The optional field of a summary refund: `60:01032022_31032022` for the days `2022-03-01` and `2022-03-31`. */
export function cardPeriodField(from: string, to: string): string {
  return `60:${dayFirst(from)}_${dayFirst(to)}`;
}

function yearFirst(ddmmyyyy: string): number {
  return Number(ddmmyyyy.slice(4) + ddmmyyyy.slice(2, 4) + ddmmyyyy.slice(0, 2));
}

function dayFirst(day: string): string {
  return day.slice(8, 10) + day.slice(5, 7) + day.slice(0, 4);
}

/** True for two days of one month, `ddmmyyyy_ddmmyyyy`, the first not after the second. */
function isPartOfMonth(value: string): boolean {
  const [from = '', to = ''] = value.split('_');
  return from.slice(2) === to.slice(2) && from <= to && isDay(from) && isDay(to);
}

function isDay(ddmmyyyy: string): boolean {
  const [day, month, year] = [ddmmyyyy.slice(0, 2), ddmmyyyy.slice(2, 4), ddmmyyyy.slice(4)];
  const parsed = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.getUTCDate() === Number(day);
}
