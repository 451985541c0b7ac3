import { isRecord } from '../../base/json.js';

/** Members that only a receipt has, in lower case. */
const PARTS: ReadonlySet<string> = new Set([
  'invoicenumber',
  'invoiceresult',
  'signedby',
  'totalcounter',
  'verificationurl',
  'journal',
]);

/** Where an error object says which members of the request are wrong, some of which have the same names. */
const ERRORS: ReadonlySet<string> = new Set(['modelstate', 'errors']);

/** One of them as a name in JSON, also in JSON that is packed into a text. */
const NAMED_PART = new RegExp(`["'](?:${[...PARTS].join('|')})\\\\*["']\\s*:`, 'i');

/**
 * Does an answer show a part of a receipt, in itself or `levels` below? Then something may have been signed, whatever else
 * it says. A member without a value shows nothing; lists are no level of their own; names count in any case.
 */
export function showsReceipt(value: unknown, levels = 1): boolean {
  if (typeof value === 'string') return NAMED_PART.test(value);
  if (Array.isArray(value)) return value.some((member) => showsReceipt(member, levels));
  if (!isRecord(value)) return false;
  return Object.entries(value).some(([member, content]) => {
    const name = member.toLowerCase();
    if (PARTS.has(name)) return content !== null && content !== '';
    return levels > 0 && !ERRORS.has(name) && showsReceipt(content, levels - 1);
  });
}
