import { X509Certificate } from 'node:crypto';
import type { Result } from '../../../base/index.js';

/** A client's RSA key that cannot leave its place, such as a smart card, and its certificate. */
export interface ExternalKey {
  /** PEM of the certificate and those that certify it, its own first. */
  readonly cert: string;
  /**
   * Signs a DigestInfo (RFC 8017, 9.2: SHA-256, 384 or 512) by PKCS#1 v1.5; the signature is as long as the key. An error names
   * what is in the way, for the log. When `signal` is aborted nobody waits any more.
   */
  sign(digestInfo: Buffer, signal: AbortSignal): Promise<Result<Buffer, string>>;
  /** Aborted when the key is gone for good, as with a card that was pulled out: connections that it opened end at once. */
  readonly gone?: AbortSignal;
}

/** Throws when the certificate cannot be read, or is not that of an RSA key. */
export function checkKey({ cert }: ExternalKey): void {
  if (new X509Certificate(cert).publicKey.asymmetricKeyType !== 'rsa') throw new RangeError('only RSA keys sign here');
}
