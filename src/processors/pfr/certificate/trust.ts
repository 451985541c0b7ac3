import { X509Certificate } from 'node:crypto';
import { failed, ok, type Result } from '../../../base/index.js';

/** Largest bundle, octets. The next constant limits the number of certificates in it. */
export const MAX_BUNDLE = 1024 * 1024;
const MAX_CERTIFICATES = 200;

const BLOCK = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/**
 * Reads the authorities in a PEM bundle (RFC 7468), or the single one in a DER file. The error is an English sentence.
 */
export function readBundle(bytes: Buffer): Result<readonly X509Certificate[], string> {
  if (bytes.length > MAX_BUNDLE)
    return failed('The bundle is larger than 1 MiB. Give only the authorities that are needed.');
  const text = bytes.toString('latin1');
  if (text.includes('PRIVATE KEY-----'))
    return failed('The file holds a private key. Give one with certificates alone.');
  const blocks = text.match(BLOCK) ?? [bytes];
  if (blocks.length > MAX_CERTIFICATES) return failed(`The bundle has more than ${MAX_CERTIFICATES} certificates.`);
  const certificates: X509Certificate[] = [];
  for (const [index, block] of blocks.entries()) {
    const certificate = parse(block);
    if (certificate === undefined) {
      return failed(`Certificate ${index + 1} cannot be read. Give a file of PEM, as .pem or .crt files mostly are.`);
    }
    if (!certificate.ca) {
      const subject = certificate.subject.replaceAll('\n', ', ');
      return failed(`Certificate ${index + 1} (${subject}) is none of an authority. Give those of the issuers.`);
    }
    certificates.push(certificate);
  }
  return ok(certificates);
}

function parse(block: string | Buffer): X509Certificate | undefined {
  try {
    return new X509Certificate(block);
  } catch {
    return undefined;
  }
}
