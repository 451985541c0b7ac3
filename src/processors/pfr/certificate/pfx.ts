import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { asn1, pkcs12 } from 'node-forge';
import { failed, ok, type Result, defineMessages, type Message } from '../../../base/index.js';
import type { ClientCertificate } from './client.js';

const MESSAGES = defineMessages('pfx', {
  tooLarge: {
    en: 'The file is larger than 1 MiB, so it is not a certificate of the tax authority. Check the file name.',
    sr: 'Датотека је већа од 1 MiB, па није сертификат Пореске управе. Проверите име датотеке.',
  },
  incomplete: {
    en: 'The file is not a complete PKCS #12 file (.pfx or .p12). Use the file exactly as the tax authority sent it.',
    sr: 'Датотека није цела PKCS #12 датотека (.pfx или .p12). Дајте је онакву какву је послала Пореска управа.',
  },
  wrongPassword: {
    en: "The password is wrong. The tax authority's password has 8 upper-case letters and digits.",
    sr: 'Лозинка није тачна. Лозинка Пореске управе има 8 великих слова и цифара.',
  },
  unsupported: {
    en: 'The file has an unknown format. Use the file exactly as the tax authority sent it.',
    sr: 'Датотека је направљена на непознат начин. Дајте је онакву какву је послала Пореска управа.',
  },
  noKey: {
    en: 'The file contains no private key. Use the .pfx or .p12 file itself, not the certificate alone.',
    sr: 'У датотеци нема приватног кључа. Дајте саму .pfx или .p12 датотеку, а не само сертификат.',
  },
  severalKeys: {
    en: 'The file contains several private keys. Use a file with one certificate.',
    sr: 'У датотеци има више приватних кључева. Дајте датотеку једног сертификата.',
  },
  noCertificate: {
    en: 'The file contains no certificate. Use the file exactly as the tax authority sent it.',
    sr: 'У датотеци нема сертификата. Дајте је онакву какву је послала Пореска управа.',
  },
  otherKey: {
    en: 'The private key in the file does not belong to its certificate. Use the file exactly as the tax authority sent it.',
    sr: 'Приватни кључ у датотеци није од њеног сертификата. Дајте је онакву какву је послала Пореска управа.',
  },
});

export type PfxFault =
  'too-large' | 'not-a-pfx' | 'password' | 'unsupported' | 'no-key' | 'many-keys' | 'no-certificate' | 'key-mismatch';

/** Describes each fault and the action, for the operator. */
export const PFX_TEXTS: Readonly<Record<PfxFault, Message>> = {
  'too-large': MESSAGES.tooLarge,
  'not-a-pfx': MESSAGES.incomplete,
  password: MESSAGES.wrongPassword,
  unsupported: MESSAGES.unsupported,
  'no-key': MESSAGES.noKey,
  'many-keys': MESSAGES.severalKeys,
  'no-certificate': MESSAGES.noCertificate,
  'key-mismatch': MESSAGES.otherKey,
};

/** Largest file, octets. Files of the tax authority have 3 to 8 KiB. */
export const MAX_PFX = 1024 * 1024;

/** DER of the keys and certificates in the file. */
interface Contents {
  readonly keys: readonly Buffer[];
  readonly certificates: readonly Buffer[];
}

/**
 * Reads a PKCS #12 file (RFC 7292), with modern ciphers and with the old ones that Windows tools still write although
 * OpenSSL 3, and so Node, no longer opens them. The file sets the number of hashing rounds, and reading blocks the
 * process meanwhile. Use it only in a command, which the user can stop.
 */
export async function readPfx(bytes: Buffer, password: string): Promise<Result<ClientCertificate, PfxFault>> {
  if (bytes.length > MAX_PFX) return failed('too-large');
  const opened = await open(bytes, password);
  return opened.ok ? assemble(opened.value) : opened;
}

/** A part of node-forge that is missing from its types. */
interface Pbe {
  getCipherForPBES2: PasswordCipher;
}
type PasswordCipher = ((oid: unknown, parameters: unknown, password: string) => unknown) & { readonly isUtf8?: true };

/**
 * PBES2 uses the octets of the password in UTF-8 (RFC 8018, 3; RFC 9579 for PKCS #12), where forge would use one octet
 * a letter. The older ciphers and the MAC use UTF-16, as forge does.
 */
function withUtf8(cipherOf: PasswordCipher, encode: (text: string) => string): PasswordCipher {
  if (cipherOf.isUtf8 === true) return cipherOf;
  const wrapped = (oid: unknown, parameters: unknown, password: string): unknown =>
    cipherOf(oid, parameters, encode(password));
  return Object.assign(wrapped, { isUtf8: true as const });
}

/** node-forge is loaded only here, so the service never loads it. */
async function open(bytes: Buffer, password: string): Promise<Result<Contents, PfxFault>> {
  const { default: forge } = await import('node-forge');
  const { oids, pbe } = forge.pki as typeof forge.pki & { readonly pbe: Pbe };
  pbe.getCipherForPBES2 = withUtf8(pbe.getCipherForPBES2, forge.util.encodeUtf8);
  const derOf = (element: asn1.Asn1): Buffer => Buffer.from(forge.asn1.toDer(element).getBytes(), 'latin1');
  // forge returns elements that it does not know, such as EC keys, unchanged.
  const keyOf = ({ key, asn1 }: pkcs12.Bag): Buffer =>
    derOf(key ? forge.pki.wrapRsaPrivateKey(forge.pki.privateKeyToAsn1(key)) : asn1);
  const certificateOf = ({ cert, asn1 }: pkcs12.Bag): Buffer => derOf(cert ? forge.pki.certificateToAsn1(cert) : asn1);
  try {
    const file = forge.pkcs12.pkcs12FromAsn1(forge.asn1.fromDer(bytes.toString('latin1')), password);
    const bags = file.safeContents.flatMap(({ safeBags }) => safeBags);
    const isKey = ({ type }: pkcs12.Bag): boolean => type === oids['keyBag'] || type === oids['pkcs8ShroudedKeyBag'];
    return ok({
      keys: bags.filter(isKey).map(keyOf),
      certificates: bags.filter(({ type }) => type === oids['certBag']).map(certificateOf),
    });
  } catch (error) {
    return failed(faultOf(error));
  }
}

/** forge reports faults only in the text of its errors. Malformed bytes can cause any exception. */
function faultOf(error: unknown): PfxFault {
  const words = error instanceof Error ? error.message : '';
  if (/\bpassword\?|^Failed to decrypt/.test(words)) return 'password';
  return /\b(?:un|not |mode )supported\b/i.test(words) ? 'unsupported' : 'not-a-pfx';
}

function assemble({ keys, certificates: found }: Contents): Result<ClientCertificate, PfxFault> {
  const [keyDer, ...others] = keys;
  if (keyDer === undefined) return failed('no-key');
  if (others.some((other) => !other.equals(keyDer))) return failed('many-keys');
  if (found.length === 0) return failed('no-certificate');
  try {
    const key = createPrivateKey({ key: keyDer, format: 'der', type: 'pkcs8' });
    const certificates = found.map((der) => new X509Certificate(der));
    const certificate = certificates.find((candidate) => candidate.checkPrivateKey(key));
    if (certificate === undefined) return failed('key-mismatch');
    return ok({ key, certificate, chain: certificates.filter((other) => other !== certificate) });
  } catch {
    return failed('not-a-pfx'); // Node cannot read the key or a certificate
  }
}
