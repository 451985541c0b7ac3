import { X509Certificate } from 'node:crypto';
import type { Result } from '../../../../base/index.js';

/** A client's RSA key that cannot be exported, such as one on a smart card, and its certificate. */
export interface ExternalKey {
  /** PEM of the certificate and its issuers, its own first. */
  readonly cert: string;
  /**
   * Signs a DigestInfo (RFC 8017, 9.2: SHA-256, 384 or 512) by PKCS#1 v1.5. The signature is as long as the key. The
   * error names the obstacle, for the log. When `signal` is aborted, the signature is no longer needed.
   */
  sign(digestInfo: Buffer, signal: AbortSignal): Promise<Result<Buffer, string>>;
  /**
   * Aborted when the key is permanently unavailable, as when a card was pulled out. Connections that it opened end at
   * once.
   */
  readonly gone?: AbortSignal;
}

/** Throws when the certificate cannot be read, or is not for an RSA key. */
export function checkKey({ cert }: ExternalKey): void {
  if (new X509Certificate(cert).publicKey.asymmetricKeyType !== 'rsa') throw new RangeError('only RSA keys sign here');
}
