/**
 * Certificates: the box's own authority and server certificate, and the content of the tax authority's certificates.
 *
 * - The authority (CA) is installed on tablets; the server certificate is issued by it and renewed by the box.
 * - Name constraints limit the authority to names and addresses without meaning on the Internet (`constraints.ts`).
 *
 * Read `open.ts` first, then `authority.ts`, `server.ts` and `constraints.ts`. `identity.ts` is separate: it reads
 * certificates of the tax authority.
 */
export {
  boxAddresses,
  certificateExtensions,
  type Constraints,
  criticalExtensions,
  derChildren,
  originsOf,
  permits,
  serverNames,
  type Subtree,
  SUBTREE_TAGS,
} from './constraints.js';
export { type CertificateIdentity, readIdentity } from './identity.js';
export { type CertificateInputs, needsRenewal, openTls, renewTls, type Tls } from './open.js';
export type { ServerIdentity } from './server.js';
