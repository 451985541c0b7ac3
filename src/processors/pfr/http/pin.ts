import { createHash, X509Certificate } from 'node:crypto';
import type { PeerCertificate, TLSSocket } from 'node:tls';

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
