import { X509Certificate } from 'node:crypto';

/** A certificate in DER; undefined when Node cannot read it. */
export function readCertificate(bytes: Buffer): X509Certificate | undefined {
  try {
    return new X509Certificate(bytes);
  } catch {
    return undefined;
  }
}
