import { isRecord } from '../../../base/index.js';

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
