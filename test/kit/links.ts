import { appendLinkProof, type DecodedLink, encodeLinkHead } from '../../src/paper/journal/verificationLink.js';

/** A link as bytes: head, internal data, signature, MD5. */
export function encodeLink(link: DecodedLink): Buffer {
  return appendLinkProof(encodeLinkHead(link), Buffer.concat([link.internalData, link.signature]));
}
