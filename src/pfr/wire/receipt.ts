import { MAX_TOTAL } from '../../base/fiscal.js';
import type { Company, Para, TaxItem, UtcMs } from '../../base/fiscal.js';
import { isRecord } from '../../base/json.js';
import { paraFrom } from '../../base/money.js';
import { failed, ok } from '../../base/result.js';
import type { Result } from '../../base/result.js';
import { membersWithin } from './members.js';
import type { Members } from './members.js';
import { readPfrTime } from './time.js';

/** A signed receipt as a processor sent it: the forms are read, nothing is believed yet. */
export interface WireReceipt {
  readonly requestedBy: string;
  readonly signedBy: string;
  readonly invoiceNumber: string;
  readonly invoiceCounter: string;
  /** The two letters by themselves; null when they were not sent. */
  readonly invoiceCounterExtension: string | null;
  readonly totalCounter: number;
  readonly typeCounter: number;
  readonly time: UtcMs;
  readonly total: Para;
  readonly taxItems: readonly WireTax[];
  readonly verificationUrl: string;
  /** Base64 of a GIF or PNG. */
  readonly verificationQRCode: string | null;
  readonly journal: string | null;
  /** Base64 of the two blocks that stand in the link too. */
  readonly encryptedInternalData: string | null;
  readonly signature: string | null;
  /** '' for what was not sent. */
  readonly company: Company;
  /** Members by names that are not read here, such as `mrc`, `messages`, `taxGroupRevision`; 16 KiB of JSON at most. */
  readonly rest: Readonly<Record<string, unknown>>;
}

/** Tax of one label; what it is taken from is not sent. */
export type WireTax = Omit<TaxItem, 'total'>;

const MAX_TEXT = 2_000;
/** Base64 of 848 bytes, every sign of which may be percent-encoded. */
const MAX_URL = 4_000;
/** Characters: 500 items of 6 lines. */
const MAX_JOURNAL = 300_000;
const MAX_IMAGE = 64_000;
const MAX_TAXES = 100;
const MAX_REST = 16 * 1024;
const MAX_COUNTER = 2 ** 32 - 1;

const READ: ReadonlySet<string> = new Set([
  'requestedBy',
  'signedBy',
  'sdcDateTime',
  'invoiceNumber',
  'invoiceCounter',
  'invoiceCounterExtension',
  'totalCounter',
  'transactionTypeCounter',
  'totalAmount',
  'taxItems',
  'verificationUrl',
  'verificationQRCode',
  'verificationQrCode',
  'journal',
  'encryptedInternalData',
  'signature',
  'businessName',
  'tin',
  'locationName',
  'address',
  'district',
]);

/** An invoice result (Technical Instruction, Create Invoice). The error names the needed member that is missing or has a wrong form. */
export function readReceipt(value: Members): Result<WireReceipt, string> {
  const needed = {
    requestedBy: neededText(value['requestedBy']),
    signedBy: neededText(value['signedBy']),
    invoiceNumber: neededText(value['invoiceNumber']),
    invoiceCounter: neededText(value['invoiceCounter']),
    totalCounter: counter(value['totalCounter']),
    typeCounter: counter(value['transactionTypeCounter']),
    time: readPfrTime(text(value['sdcDateTime']) ?? ''),
    total: amount(value['totalAmount']),
    taxItems: taxes(value['taxItems']),
    verificationUrl: text(value['verificationUrl'], MAX_URL) ?? undefined,
  };
  if (!isComplete(needed)) {
    const missing = Object.entries(needed).find(([, member]) => member === undefined);
    return failed(`no usable ${missing?.[0] ?? 'receipt'}`);
  }
  return ok({
    ...needed,
    invoiceCounterExtension: text(value['invoiceCounterExtension']),
    verificationQRCode: image(value['verificationQRCode'] ?? value['verificationQrCode']),
    journal: text(value['journal'], MAX_JOURNAL),
    encryptedInternalData: text(value['encryptedInternalData']),
    signature: text(value['signature']),
    company: {
      name: text(value['businessName']) ?? '',
      tin: text(value['tin']) ?? '',
      location: text(value['locationName']) ?? '',
      address: text(value['address']) ?? '',
      district: text(value['district']) ?? '',
    },
    rest: membersWithin(value, MAX_REST, (name) => !READ.has(name)),
  });
}

type Complete<T> = { [K in keyof T]: Exclude<T[K], undefined> };

function isComplete<T extends Members>(members: T): members is T & Complete<T> {
  return Object.values(members).every((member) => member !== undefined);
}

/** A text that says something; longer ones than `max` characters are none. */
function text(value: unknown, max = MAX_TEXT): string | null {
  return typeof value === 'string' && value !== '' && value.length <= max ? value : null;
}

function neededText(value: unknown): string | undefined {
  return text(value) ?? undefined;
}

function counter(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= MAX_COUNTER ? value : undefined;
}

/** RSD with up to 4 decimals, rounded to para. */
function amount(value: unknown): Para | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) return undefined;
  const para = paraFrom(value);
  return para <= MAX_TOTAL ? para : undefined;
}

function taxes(value: unknown): readonly WireTax[] | undefined {
  if (!Array.isArray(value) || value.length > MAX_TAXES) return undefined;
  const read = value.map((item) => (isRecord(item) ? tax(item) : undefined));
  return read.every((item) => item !== undefined) ? read : undefined;
}

function tax(item: Members): WireTax | undefined {
  const label = text(item['label']);
  const tax = amount(item['amount']);
  const { rate } = item;
  if (label === null || tax === undefined || typeof rate !== 'number') return undefined;
  return { label, categoryName: text(item['categoryName']) ?? '', rate, amount: tax };
}

/** The beginnings of a GIF (`GIF8`) and of a PNG in Base64. */
const IMAGE = /^(?:R0lGOD|iVBORw0KGgo)[A-Za-z0-9+/]*={0,2}$/;

function image(value: unknown): string | null {
  const base64 = text(value, MAX_IMAGE);
  return base64 !== null && IMAGE.test(base64) ? base64 : null;
}
