import { createHash, X509Certificate } from 'node:crypto';
import type { PeerCertificate, TLSSocket } from 'node:tls';
import { derElements, objectId, DER_TAG } from '../../../base/index.js';
import { derChildren } from '../../../platform/tls/index.js';

/** RSA with SHA-2 (RFC 8017, A.2.4) and ECDSA with SHA-2 (RFC 5758, 3.2): SHA-256, 384 and 512. */
const SIGNATURES = /^1\.2\.840\.(113549\.1\.1\.1[1-3]|10045\.4\.3\.[234])$/;
/** RSASSA-PSS, which names its digest in its parameters (RFC 8017, A.2.3). */
const PSS = '1.2.840.113549.1.1.10';
const PSS_DIGEST = 0xa0;
/** SHA-256, 384 and 512. */
const DIGESTS = /^2\.16\.840\.1\.101\.3\.4\.2\.[123]$/;
const MIN_RSA_BITS = 2048;
const CURVES = ['prime256v1', 'secp384r1', 'secp521r1'];

/** True when the key is RSA with 2048 bits or more, or on one of the NIST curves from P-256 on. Throws a `DerError`. */
export function isStrongKey({ publicKey }: Pick<X509Certificate, 'publicKey'>): boolean {
  const { asymmetricKeyType, asymmetricKeyDetails } = publicKey;
  if (asymmetricKeyType !== 'ec') return (asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_RSA_BITS;
  if (!CURVES.includes(asymmetricKeyDetails?.namedCurve ?? '')) return false;
  // Node also names a curve whose parameters are given explicitly. Those could differ in a detail (CVE-2020-0601).
  const [algorithm] = derChildren(derElements(publicKey.export({ format: 'der', type: 'spki' }))[0]);
  return derChildren(algorithm)[1]?.tag === DER_TAG.objectId;
}

/** True when it is signed with RSA or ECDSA, and SHA-256, 384 or 512. Throws a `DerError`. */
export function hasStrongSignature({ raw }: Pick<X509Certificate, 'raw'>): boolean {
  const [, algorithm] = derChildren(derElements(raw)[0]);
  const [oid, parameters] = derChildren(algorithm);
  if (objectId(oid) !== PSS) return SIGNATURES.test(objectId(oid));
  const digest = derChildren(parameters).find(({ tag }) => tag === PSS_DIGEST);
  // Without this parameter the digest is SHA-1.
  return digest !== undefined && DIGESTS.test(objectId(derChildren(derChildren(digest)[0])[0]));
}

/**
 * The pin of a certificate's key: SHA-256 of its SubjectPublicKeyInfo in Base64 (RFC 7469, 2.4), as `sha256/…`.
 * Undefined when the key cannot be read.
 */
export function pinOf(certificate: X509Certificate): string | undefined {
  try {
    const info = certificate.publicKey.export({ type: 'spki', format: 'der' });
    return `sha256/${createHash('sha256').update(info).digest('base64')}`;
  } catch {
    // OpenSSL throws for an unknown kind of key. Such a key has no pin.
    return undefined;
  }
}

/**
 * The pin of the key that the server has presented. Undefined before it has presented one, or when the key cannot be
 * read.
 */
export function pinSeen(socket: TLSSocket): string | undefined {
  try {
    // Not `getPeerX509Certificate`, which removes the certificate from Node's data about the peer.
    const { raw } = socket.getPeerCertificate() as Partial<PeerCertificate>;
    return raw && pinOf(new X509Certificate(raw));
  } catch {
    // OpenSSL throws for an unknown kind of key. Such a key has no pin.
    return undefined;
  }
}
