import { contentOf, type Element, elements, objectId, TAG } from '../base/der.js';

const EXTENSIONS = 0xa3;

/** The extensions of a certificate (DER; RFC 5280, 4.1.2.9): what is in their OCTET STRING, by OID. Throws a `DerError`. */
export function extensionsOf(certificate: Buffer): ReadonlyMap<string, Buffer> {
  return new Map(partsOf(certificate).map((parts) => [objectId(parts[0]), contentOf(parts.at(-1), TAG.octetString)]));
}

/** The OIDs of those that whoever does not know them must not pass over. Throws a `DerError`. */
export function criticalOf(certificate: Buffer): string[] {
  // DER leaves the middle one out where it is false; some write it all the same.
  const isCritical = (parts: readonly Element[]): boolean =>
    parts.length > 2 && contentOf(parts[1], TAG.boolean)[0] !== 0;
  return partsOf(certificate)
    .filter(isCritical)
    .map(([oid]) => objectId(oid));
}

/** Of each extension its OID, whether it is critical if that is said, and its value. */
function partsOf(certificate: Buffer): Element[][] {
  const [tbs] = within(elements(certificate)[0]);
  const list = within(within(tbs).find(({ tag }) => tag === EXTENSIONS))[0];
  return within(list).map(within);
}

/** The elements within this one; within none there are none. Throws a `DerError`. */
export function within(element: Element | undefined): Element[] {
  return element === undefined ? [] : elements(element.value);
}
