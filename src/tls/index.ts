/** The box's own certificate authority and server certificate, and what certificates of the tax authority say. */
export { derChildren, criticalExtensions, certificateExtensions } from './extensions.js';
export { type Constraints, permits, type Subtree, SUBTREE_TAGS } from './constraints.js';
export { type CertificateIdentity, readIdentity } from './identity.js';
export { boxAddresses, originsOf, serverNames } from './names.js';
export { type CertificateInputs, needsRenewal, openTls, renewTls, type Tls } from './open.js';
export type { ServerIdentity } from './server.js';
