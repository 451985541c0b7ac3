import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';

/** A client certificate with its key, as stored in a PKCS #12 file. */
export interface ClientCertificate {
  /** Secret. */
  readonly key: KeyObject;
  readonly certificate: X509Certificate;
  /** Certificates of the issuing authorities that came with it, in any order; often empty. */
  readonly chain: readonly X509Certificate[];
}

/**
 * Most certificates in a chain, and longest text of each and of a key, characters. Usual are 3 certificates of 2,000 to
 * 4,000 characters.
 */
export const MAX_CHAIN = 20;
export const MAX_PEM = 32 * 1024;

/** A {@link ClientCertificate} in PEM (RFC 7468), as it is stored and sent over the control socket. */
export interface ClientPem {
  /** PKCS#8. Secret. */
  readonly key: string;
  readonly certificate: string;
  /** Each followed by its issuer, as TLS requires (RFC 5246, 7.4.2). */
  readonly chain: readonly string[];
}

/** Drops certificates that are not issuers of the certificate from the chain. */
export function toPem({ key, certificate, chain }: ClientCertificate): ClientPem {
  return {
    key: key.export({ format: 'pem', type: 'pkcs8' }).toString(),
    certificate: certificate.toString(),
    chain: issuersOf(certificate, chain).map((issuer) => issuer.toString()),
  };
}

/** Undefined when a key or a certificate cannot be read, or when key and certificate do not match. */
export function fromPem({ key: keyPem, certificate: pem, chain }: ClientPem): ClientCertificate | undefined {
  try {
    const [key, certificate] = [createPrivateKey(keyPem), new X509Certificate(pem)];
    if (!certificate.checkPrivateKey(key)) return undefined;
    return { key, certificate, chain: chain.map((issuer) => new X509Certificate(issuer)) };
  } catch {
    return undefined; // thrown by Node's parsers
  }
}

function issuersOf(certificate: X509Certificate, chain: readonly X509Certificate[]): X509Certificate[] {
  const issuer = chain.find((candidate) => certificate.checkIssued(candidate));
  if (issuer === undefined) return [];
  const others = chain.filter((candidate) => candidate !== issuer);
  return [issuer, ...issuersOf(issuer, others)];
}
