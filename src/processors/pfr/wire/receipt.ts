import type { Company, TaxItem } from '../../../contract/index.js';
import { failed, isRecord, MAX_TOTAL, ok, type Para, paraFrom, type Result, type UtcMs } from '../../../base/index.js';
import { type JsonMembers, membersWithin, readPfrTime, withoutControls } from './members.js';
import { isPerUnit } from './rates.js';

/**
 * A signed receipt as received from a processor: parsed, but not checked yet. Only the link is required, since it is
 * the signed data. Other members are null when they are missing or unreadable.
 */
export interface WireReceipt {
  readonly requestedBy: string | null;
  readonly signedBy: string | null;
  readonly invoiceNumber: string | null;
  readonly invoiceCounter: string | null;
  /** The two letters of the counter, from their own member. */
  readonly invoiceCounterExtension: string | null;
  readonly totalCounter: number | null;
  readonly typeCounter: number | null;
  readonly time: UtcMs | null;
  readonly total: Para | null;
  /** The items that could be read. */
  readonly taxItems: readonly WireTax[];
  readonly verificationUrl: string;
  /** Base64 of a GIF or PNG. */
  readonly verificationQRCode: string | null;
  readonly journal: string | null;
  /** Base64 of the two blocks that are also in the link. */
  readonly encryptedInternalData: string | null;
  readonly signature: string | null;
  /** Missing members are ''. */
  readonly company: Company;
  /** True when it had control or invisible characters. They are removed. */
  readonly hadControls: boolean;
  /** Members that are not read here, such as `mrc`, `messages`, `taxGroupRevision`; 16 KiB of JSON at most. */
  readonly rest: Readonly<Record<string, unknown>>;
}

/** Tax of one label. The taxed total is not sent. */
type WireTax = Omit<TaxItem, 'total'>;

const MAX_TEXT = 2_000;
/** Base64 of 848 bytes, every character of which may be percent-encoded. */
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

/**
 * Reads an invoice result (Technical Instruction, Create Invoice). The error says that it has no usable link. An
 * attacker on a plain HTTP connection controls every text of the answer, so characters that control a printer or a
 * terminal are removed.
 */
export function readReceipt(sent: JsonMembers): Result<WireReceipt, string> {
  const { value, isChanged } = withoutControls(sent);
  const verificationUrl = text(value['verificationUrl'], MAX_URL);
  if (verificationUrl === null) return failed('no usable verificationUrl');
  return ok({
    requestedBy: text(value['requestedBy']),
    signedBy: text(value['signedBy']),
    invoiceNumber: text(value['invoiceNumber']),
    invoiceCounter: text(value['invoiceCounter']),
    invoiceCounterExtension: text(value['invoiceCounterExtension']),
    totalCounter: counter(value['totalCounter']),
    typeCounter: counter(value['transactionTypeCounter']),
    time: readPfrTime(text(value['sdcDateTime']) ?? '') ?? null,
    total: amount(value['totalAmount']),
    taxItems: taxes(value['taxItems']),
    verificationUrl,
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
    hadControls: isChanged,
    rest: membersWithin(value, MAX_REST, (name) => !READ.has(name)),
  });
}

/** A text that is not empty, of at most `max` characters; otherwise null. */
function text(value: unknown, max = MAX_TEXT): string | null {
  return typeof value === 'string' && value !== '' && value.length <= max ? value : null;
}

/**
 * A number, also one that is sent as text: a receipt that contradicts its link must not be accepted because of another
 * form.
 */
function number(value: unknown): number | null {
  const read =
    typeof value === 'string' && /^\s{0,9}\d{1,16}(?:\.\d{1,4})?\s{0,9}$/.test(value) ? Number(value) : value;
  return typeof read === 'number' && Number.isFinite(read) ? read : null;
}

function counter(value: unknown): number | null {
  const count = number(value);
  return count !== null && Number.isInteger(count) && count > 0 && count <= MAX_COUNTER ? count : null;
}

/** RSD with up to 4 decimals, rounded to para. */
function amount(value: unknown): Para | null {
  const rsd = number(value);
  if (rsd === null || rsd < 0) return null;
  const para = paraFrom(rsd);
  return para <= MAX_TOTAL ? para : null;
}

function taxes(value: unknown): readonly WireTax[] {
  const items: readonly unknown[] = Array.isArray(value) ? value.slice(0, MAX_TAXES) : [];
  return items.map((item) => (isRecord(item) ? tax(item) : null)).filter((item) => item !== null);
}

function tax(item: JsonMembers): WireTax | null {
  const label = text(item['label']);
  const tax = amount(item['amount']);
  const rate = number(item['rate']);
  if (label === null || tax === null || rate === null) return null;
  const kind = isPerUnit(item['categoryType']) ? { perUnit: true as const } : {};
  return { label, categoryName: text(item['categoryName']) ?? '', rate, ...kind, amount: tax };
}

/** The beginnings of a GIF (`GIF8`) and of a PNG in Base64. */
const IMAGE = /^(?:R0lGOD|iVBORw0KGgo)[A-Za-z0-9+/]*={0,2}$/;

function image(value: unknown): string | null {
  const base64 = text(value, MAX_IMAGE);
  return base64 !== null && IMAGE.test(base64) ? base64 : null;
}

/** Members that only a receipt has, in lower case. */
const PARTS: ReadonlySet<string> = new Set([
  'invoicenumber',
  'invoiceresult',
  'signedby',
  'totalcounter',
  'verificationurl',
  'journal',
]);

/** In these members an error object names the wrong members of the request, some of which have the same names. */
const ERRORS: ReadonlySet<string> = new Set(['modelstate', 'errors']);

/** One of these names as the name of a JSON member, also in JSON within a JSON string. */
const NAMED_PART = new RegExp(`["'](?:${[...PARTS].join('|')})\\\\*["']\\s*:`, 'i');

/**
 * True when an answer has a part of a receipt, at its top or up to `levels` below. Something may then have been signed,
 * whatever the rest of the answer says. Members without a value do not count, a list is not a level of its own, and
 * case is ignored.
 */
export function hasReceiptParts(value: unknown, levels = 1): boolean {
  if (typeof value === 'string') return NAMED_PART.test(value);
  if (Array.isArray(value)) return value.some((member) => hasReceiptParts(member, levels));
  if (!isRecord(value)) return false;
  return Object.entries(value).some(([member, content]) => {
    const name = member.toLowerCase();
    if (PARTS.has(name)) return content !== null && content !== '';
    return levels > 0 && !ERRORS.has(name) && hasReceiptParts(content, levels - 1);
  });
}
