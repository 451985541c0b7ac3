import { createHash, X509Certificate } from 'node:crypto';
import type { PeerCertificate, TLSSocket } from 'node:tls';

/**
 * The pin of a certificate's key: SHA-256 of its SubjectPublicKeyInfo in Base64 (RFC 7469, 2.4), as `sha256/…`; undefined when
 * the key cannot be read.
 */
export function pinOf(certificate: X509Certificate): string | undefined {
  try {
    const info = certificate.publicKey.export({ type: 'spki', format: 'der' });
    return `sha256/${createHash('sha256').update(info).digest('base64')}`;
  } catch {
    // OpenSSL throws for a kind of key that it does not know. No pin is that of such a key.
    return undefined;
  }
}

/** The pin of the key that the server at the other end has shown; undefined before it has shown one, or when it cannot be read. */
export function pinSeen(socket: TLSSocket): string | undefined {
  try {
    // Not `getPeerX509Certificate`, which takes the certificate out of what Node knows of the peer.
    const { raw } = socket.getPeerCertificate() as Partial<PeerCertificate>;
    return raw && pinOf(new X509Certificate(raw));
  } catch {
    // OpenSSL throws for a kind of key that it does not know. No pin is that of such a key.
    return undefined;
  }
}
