import { constants, createHash, type KeyObject, sign } from 'node:crypto';
import { type KeyName, KEYS } from './keys.js';

/** The bits of a key usage (RFC 5280, 4.2.1.3), in the one octet that all of them but decipherOnly fit into. */
export const USAGE = {
  digitalSignature: 0x80,
  keyEncipherment: 0x20,
  keyAgreement: 0x08,
  keyCertSign: 0x04,
  cRLSign: 0x02,
} as const;

export interface Extension {
  readonly oid: string;
  readonly isCritical: boolean;
  /** DER of what is in the OCTET STRING. */
  readonly value: Buffer;
}

/** A certificate that is to be made: everything in it can be wrong. */
export interface CertificatePlan {
  subject: string;
  /** A mail address in the subject, behind its name. */
  mailAddress?: string;
  issuer: string;
  /** Another encoding of the same issuer name: PrintableString in capital letters, which RFC 5280, 7.1 calls equal. */
  isIssuerReencoded: boolean;
  key: KeyName;
  /** With which it is signed. */
  signer: KeyName;
  digest: 'sha1' | 'sha224' | 'sha256' | 'sha384' | 'sha512';
  /** RSASSA-PSS in place of PKCS #1 v1.5, where the signer is an RSA key. */
  isPss: boolean;
  version: 1 | 3;
  /** Basic constraints; undefined: none. */
  authority: { isAuthority: boolean; pathLength: number | undefined } | undefined;
  keyUsage: number | undefined;
  extendedKeyUsage: readonly string[] | undefined;
  /** Does it name the key of its issuer (RFC 5280, 4.2.1.1)? `wrong`: another one. */
  authorityKeyId: 'none' | 'right' | 'wrong';
  extensions: Extension[];
  /** Seconds since 1970. */
  from: number;
  until: number;
  isSignatureDamaged: boolean;
  /** Does the signed part name another algorithm than the one that was used? */
  isAlgorithmMismatched: boolean;
}

export function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const value = Buffer.concat(parts);
  const { length } = value;
  const header = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...header]), value]);
}

export const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts);
export const boolean = (is: boolean): Buffer => der(0x01, Buffer.from([is ? 0xff : 0]));
/** 0 to 127. */
export const integer = (value: number): Buffer => der(0x02, Buffer.from([value]));
/** One octet; trailing zero bits are unused ones, as DER wants a list of named bits. */
export const bits = (octet: number): Buffer => {
  const unused = octet === 0 ? 0 : Math.log2(octet & -octet);
  return der(0x03, Buffer.from(octet === 0 ? [0] : [unused, octet]));
};

export function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number);
  const base128 = (value: number): number[] => {
    const groups = [value & 0x7f];
    for (let left = value >>> 7; left > 0; left >>>= 7) groups.unshift((left & 0x7f) | 0x80);
    return groups;
  };
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function nameOf(commonName: string, isPrintable = false, mailAddress?: string): Buffer {
  const text = isPrintable ? der(0x13, Buffer.from(commonName.toUpperCase())) : der(0x0c, Buffer.from(commonName));
  const attributes = [sequence(oid('2.5.4.3'), text)];
  if (mailAddress !== undefined)
    attributes.push(sequence(oid('1.2.840.113549.1.9.1'), der(0x16, Buffer.from(mailAddress))));
  return sequence(...attributes.map((attribute) => der(0x31, attribute)));
}

function timeOf(seconds: number): Buffer {
  const text = new Date(seconds * 1000).toISOString().replace(/[-:T]|\.\d+/g, '');
  return der(0x18, Buffer.from(text)); // GeneralizedTime
}

const NULL = der(0x05);
const HASHES = { sha256: 1, sha384: 2, sha512: 3, sha224: 4 } as const;

function hashAlgorithm(digest: CertificatePlan['digest']): Buffer {
  return sequence(oid(digest === 'sha1' ? '1.3.14.3.2.26' : `2.16.840.1.101.3.4.2.${HASHES[digest]}`), NULL);
}

/** Octets: as many as the digest has, as is usual, as long as that fits into a weak key too. */
function saltLengthOf(digest: CertificatePlan['digest']): number {
  return Math.min(createHash(digest).digest().length, 32);
}

function pssAlgorithm(digest: CertificatePlan['digest']): Buffer {
  const hash = hashAlgorithm(digest);
  const length = saltLengthOf(digest);
  const parameters = [
    // The default, which DER leaves out.
    ...(digest === 'sha1' ? [] : [der(0xa0, hash), der(0xa1, sequence(oid('1.2.840.113549.1.1.8'), hash))]),
    ...(length === 20 ? [] : [der(0xa2, integer(length))]),
  ];
  return sequence(oid('1.2.840.113549.1.1.10'), sequence(...parameters));
}

function algorithmOf({ asymmetricKeyType }: KeyObject, digest: CertificatePlan['digest'], isPss: boolean): Buffer {
  if (asymmetricKeyType === 'ed25519') return sequence(oid('1.3.101.112'));
  if (asymmetricKeyType === 'ec') {
    const last = { sha224: '3.1', sha256: '3.2', sha384: '3.3', sha512: '3.4', sha1: '1' }[digest];
    return sequence(oid(`1.2.840.10045.4.${last}`));
  }
  if (isPss || asymmetricKeyType === 'rsa-pss') return pssAlgorithm(digest);
  const last = { sha1: 5, sha256: 11, sha384: 12, sha512: 13, sha224: 14 }[digest];
  return sequence(oid(`1.2.840.113549.1.1.${last}`), NULL);
}

function signatureOf(tbs: Buffer, key: KeyObject, digest: CertificatePlan['digest'], isPss: boolean): Buffer {
  if (key.asymmetricKeyType === 'ed25519') return sign(null, tbs, key);
  if (key.asymmetricKeyType === 'ec' || (!isPss && key.asymmetricKeyType === 'rsa')) return sign(digest, tbs, key);
  const saltLength = saltLengthOf(digest);
  return sign(digest, tbs, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength });
}

function keyId(name: KeyName): Buffer {
  return createHash('sha1').update(KEYS[name].spki).digest();
}

function extensionsOf(plan: CertificatePlan): Extension[] {
  const { authority, keyUsage, extendedKeyUsage, authorityKeyId, signer, key } = plan;
  const list: Extension[] = [{ oid: '2.5.29.14', isCritical: false, value: der(0x04, keyId(key)) }];
  if (authority !== undefined) {
    const { isAuthority, pathLength } = authority;
    const parts = [...(isAuthority ? [boolean(true)] : []), ...(pathLength === undefined ? [] : [integer(pathLength)])];
    list.push({ oid: '2.5.29.19', isCritical: true, value: sequence(...parts) });
  }
  if (keyUsage !== undefined) list.push({ oid: '2.5.29.15', isCritical: true, value: bits(keyUsage) });
  if (extendedKeyUsage !== undefined) {
    list.push({ oid: '2.5.29.37', isCritical: false, value: sequence(...extendedKeyUsage.map(oid)) });
  }
  if (authorityKeyId !== 'none') {
    const id = authorityKeyId === 'right' ? keyId(signer) : Buffer.alloc(20, 7);
    list.push({ oid: '2.5.29.35', isCritical: false, value: sequence(der(0x80, id)) });
  }
  return [...list, ...plan.extensions];
}

let serialNumber = 0;

/** The certificate (RFC 5280, 4.1), DER. */
export function encodeCertificate(plan: CertificatePlan): Buffer {
  const { privateKey } = KEYS[plan.signer];
  const algorithm = algorithmOf(privateKey, plan.digest, plan.isPss);
  serialNumber += 1;
  const extensions = extensionsOf(plan).map(({ oid: id, isCritical, value }) =>
    sequence(oid(id), ...(isCritical ? [boolean(true)] : []), der(0x04, value)),
  );
  const tbs = sequence(
    ...(plan.version === 3 ? [der(0xa0, integer(2))] : []),
    der(0x02, Buffer.from([0x40, serialNumber >> 16, (serialNumber >> 8) & 0xff, serialNumber & 0xff])),
    plan.isAlgorithmMismatched ? sequence(oid('1.2.840.113549.1.1.4'), NULL) : algorithm,
    nameOf(plan.issuer, plan.isIssuerReencoded),
    sequence(timeOf(plan.from), timeOf(plan.until)),
    nameOf(plan.subject, false, plan.mailAddress),
    KEYS[plan.key].spki,
    ...(plan.version === 3 ? [der(0xa3, sequence(...extensions))] : []),
  );
  const signature = signatureOf(tbs, privateKey, plan.digest, plan.isPss);
  // One of the last octets, so that an ECDSA signature is still two integers.
  if (plan.isSignatureDamaged) signature[signature.length - 2]! ^= 0x10;
  return sequence(tbs, algorithm, der(0x03, Buffer.from([0]), signature));
}

export function pemOf(certificate: Buffer): string {
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
