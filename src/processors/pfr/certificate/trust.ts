import { X509Certificate } from 'node:crypto';
import { failed, ok, type Result, defineMessages, type Message } from '../../../base/index.js';

const MESSAGES = defineMessages('authorities', {
  tooLarge: {
    en: 'The bundle is larger than 1 MiB. Give only the authorities that are needed.',
    sr: 'Скуп је већи од 1 MiB. Дајте само издаваоце који су потребни.',
  },
  hasPrivateKey: {
    en: 'The file holds a private key. Give one with certificates alone.',
    sr: 'У датотеци је приватни кључ. Дајте ону са сертификатима без кључа.',
  },
  tooMany: { en: 'The bundle has more than {most} certificates.', sr: 'У скупу има више од {most} сертификата.' },
  unreadable: {
    en: 'Certificate {place} cannot be read. Give a file of PEM, as .pem or .crt files mostly are.',
    sr: 'Сертификат {place} не може да се прочита. Дајте PEM датотеку, какве су најчешће .pem и .crt.',
  },
  notAnAuthority: {
    en: 'Certificate {place} ({subject}) is none of an authority. Give those of the issuers.',
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
