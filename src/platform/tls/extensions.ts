import { derContent, type DerElement, derElements, objectId, DER_TAG } from '../../base/index.js';

const EXTENSIONS = 0xa3;

/**
 * The extensions of a certificate (DER; RFC 5280, 4.1.2.9): the content of their OCTET STRING, by OID. Throws a
 * `DerError`.
 */
export function certificateExtensions(certificate: Buffer): ReadonlyMap<string, Buffer> {
  return new Map(
    partsOf(certificate).map((parts) => [objectId(parts[0]), derContent(parts.at(-1), DER_TAG.octetString)]),
  );
}

/**
 * The OIDs of the critical extensions, which must be understood before a certificate is accepted. Throws a `DerError`.
 */
export function criticalExtensions(certificate: Buffer): string[] {
  // DER omits `critical` when it is false, but some issuers write it.
  const isCritical = (parts: readonly DerElement[]): boolean =>
    parts.length > 2 && derContent(parts[1], DER_TAG.boolean)[0] !== 0;
  return partsOf(certificate)
    .filter(isCritical)
    .map(([oid]) => objectId(oid));
}

/** The elements of each extension: OID, `critical` if given, and value. */
function partsOf(certificate: Buffer): DerElement[][] {
  const [tbs] = derChildren(derElements(certificate)[0]);
  const list = derChildren(derChildren(tbs).find(({ tag }) => tag === EXTENSIONS))[0];
  return derChildren(list).map(derChildren);
}

/** The child elements; none for undefined. Throws a `DerError`. */
export function derChildren(element: DerElement | undefined): DerElement[] {
  return element === undefined ? [] : derElements(element.value);
}
