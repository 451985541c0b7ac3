import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { defineMessages, failed, type Message, ok, type Result } from '../../../base/index.js';

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

const MESSAGES = defineMessages('authorities', {
  tooLarge: {
    en: 'The bundle is larger than 1 MiB. Use only the authorities that are needed.',
    sr: 'Скуп је већи од 1 MiB. Дајте само издаваоце који су потребни.',
  },
  hasPrivateKey: {
    en: 'The file contains a private key. Use a file with certificates only.',
    sr: 'У датотеци је приватни кључ. Дајте ону са сертификатима без кључа.',
  },
  tooMany: { en: 'The bundle has more than {most} certificates.', sr: 'У скупу има више од {most} сертификата.' },
  unreadable: {
    en: 'Certificate {place} cannot be read. Use a PEM file, as .pem and .crt files usually are.',
    sr: 'Сертификат {place} не може да се прочита. Дајте PEM датотеку, какве су најчешће .pem и .crt.',
  },
  notAnAuthority: {
    en: 'Certificate {place} ({subject}) is not a CA certificate. Use the certificates of the issuers.',
    sr: 'Сертификат {place} ({subject}) није од издаваоца. Дајте сертификате издавалаца.',
  },
});

/** Largest bundle, octets. The next constant limits the number of certificates in it. */
export const MAX_BUNDLE = 1024 * 1024;
const MAX_CERTIFICATES = 200;

const BLOCK = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/**
 * Reads the authorities in a PEM bundle (RFC 7468), or the single one in a DER file.
 */
export function readBundle(bytes: Buffer): Result<readonly X509Certificate[], Message> {
  if (bytes.length > MAX_BUNDLE) return failed(MESSAGES.tooLarge);
  const text = bytes.toString('latin1');
  if (text.includes('PRIVATE KEY-----')) return failed(MESSAGES.hasPrivateKey);
  const blocks = text.match(BLOCK) ?? [bytes];
  if (blocks.length > MAX_CERTIFICATES) return failed(MESSAGES.tooMany({ most: MAX_CERTIFICATES }));
  const certificates: X509Certificate[] = [];
  for (const [index, block] of blocks.entries()) {
    const certificate = parse(block);
    if (certificate === undefined) {
      return failed(MESSAGES.unreadable({ place: index + 1 }));
    }
    if (!certificate.ca) {
      const subject = certificate.subject.replaceAll('\n', ', ');
      return failed(MESSAGES.notAnAuthority({ place: index + 1, subject }));
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
