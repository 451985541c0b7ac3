import { contentOf, type Element, elements, objectId, TAG } from '../base/der.js';

const EXTENSIONS = 0xa3;

/** The extensions of a certificate (DER; RFC 5280, 4.1.2.9): what is in their OCTET STRING, by OID. Throws a `DerError`. */
export function extensionsOf(certificate: Buffer): ReadonlyMap<string, Buffer> {
  const [tbs] = within(elements(certificate)[0]);
  const list = within(within(tbs).find(({ tag }) => tag === EXTENSIONS))[0];
  return new Map(
    within(list).map((extension) => {
      const parts = within(extension);
      return [objectId(parts[0]), contentOf(parts.at(-1), TAG.octetString)];
    }),
  );
}

/** The elements within this one; within none there are none. Throws a `DerError`. */
export function within(element: Element | undefined): Element[] {
  return element === undefined ? [] : elements(element.value);
}
