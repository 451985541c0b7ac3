/**
 * Issues certificates. Only this file loads the ASN.1 library, and it is imported only when a certificate is issued,
 * about once a year, so that it costs no start time and memory otherwise.
 */
import 'reflect-metadata'; // required by the library, before it
import * as x509 from '@peculiar/x509';
import { createPublicKey, type KeyObject, randomBytes, webcrypto } from 'node:crypto';
import type { UtcMs } from '../../base/index.js';
import { addressBytes, type Constraints, encodeConstraints, NAME_CONSTRAINTS_OID } from './constraints.js';

/** A certificate has no milliseconds; they are truncated. */
interface Validity {
  readonly from: UtcMs;
  readonly until: UtcMs;
}

const SIGNATURE = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/**
 * Issues a self-signed authority (RFC 5280) for this P-256 key, limited to servers and by `constraints`. Its name is
 * derived from its key, so clients that trust the earlier certificate treat a new one for the same key as the same
 * authority.
 */
export async function issueAuthority(key: KeyObject, constraints: Constraints, validity: Validity): Promise<string> {
  const keyId = await x509.SubjectKeyIdentifierExtension.create(spki(key));
  const name = `CN=kasirbox CA ${keyId.keyId.slice(0, 8).toLowerCase()}`;
  const usages = (x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign) as x509.KeyUsageFlags;
  const extensions = [
    new x509.BasicConstraintsExtension(true, 0, true),
    new x509.KeyUsagesExtension(usages, true),
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
    new x509.Extension(NAME_CONSTRAINTS_OID, true, new Uint8Array(encodeConstraints(constraints))),
    keyId,
  ];
  return sign({ subject: name, issuer: name, publicKey: spki(key), extensions }, key, validity);
}

/** Issues a server certificate for these names (DNS names and addresses), signed by the authority of `ca`. */
export async function issueServer(
  key: KeyObject,
  names: readonly string[],
  ca: { readonly pem: string; readonly key: KeyObject },
  validity: Validity,
): Promise<string> {
  const extensions = [
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
    new x509.SubjectAlternativeNameExtension(
      names.map((name) => new x509.GeneralName(addressBytes(name) === null ? 'dns' : 'ip', name)),
    ),
    await x509.AuthorityKeyIdentifierExtension.create(spki(ca.key)),
    await x509.SubjectKeyIdentifierExtension.create(spki(key)),
  ];
  const issuer = new x509.X509Certificate(ca.pem).subjectName;
  return sign({ subject: 'CN=kasirbox', issuer, publicKey: spki(key), extensions }, ca.key, validity);
}

type Content = Pick<x509.X509CertificateCreateWithKeyParams, 'subject' | 'issuer' | 'publicKey' | 'extensions'>;

async function sign(content: Content, key: KeyObject, validity: Validity): Promise<string> {
  const pkcs8 = key.export({ format: 'der', type: 'pkcs8' });
  const certificate = await x509.X509CertificateGenerator.create({
    ...content,
    serialNumber: serialNumber(),
    notBefore: new Date(validity.from),
    notAfter: new Date(validity.until),
    signingKey: await webcrypto.subtle.importKey('pkcs8', pkcs8, SIGNATURE, false, ['sign']),
    signingAlgorithm: SIGNATURE,
  });
  return `${certificate.toString('pem')}\n`;
}

function spki(key: KeyObject): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createPublicKey(key).export({ format: 'der', type: 'spki' }));
}

/** 128 bits, all but the first two random: positive, and of constant length. */
function serialNumber(): string {
  const bytes = randomBytes(16);
  bytes.writeUInt8((bytes.readUInt8(0) & 0x7f) | 0x40, 0);
  return bytes.toString('hex');
}
