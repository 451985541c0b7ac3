import { execFileSync } from 'node:child_process';
import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DER_TAG } from '../../../../src/base/der.js';
import type { ClientCertificate } from '../../../../src/processors/pfr/certificate/client.js';
import { newFolder } from '../../../kit/folder.js';
import type { Credentials } from '../../../kit/pfr/certificates.js';

export const PASSWORD = 'A1B2C3D4';

export const COMPANY = {
  name: 'Пекара Зора',
  tin: '100000049',
  location: '1234567-Пекара',
  address: 'Немањина 4',
  district: 'Београд',
};

/** What the openssl program makes of these arguments and the PEM on its standard input: bytes of its `-out` file. */
export function openssl(args: readonly string[], pem = ''): Buffer {
  const folder = newFolder('openssl');
  mkdirSync(folder);
  const [input, output] = [join(folder, 'in.pem'), join(folder, 'out')];
  writeFileSync(input, pem, { mode: 0o600 });
  execFileSync(
    'openssl',
    [...args, '-out', output].map((arg) => (arg === 'IN' ? input : arg)),
    { stdio: 'pipe' },
  );
  return readFileSync(output);
}

/** A PKCS #12 file made by openssl with these further options. */
export function exportPfx(pem: string, options: readonly string[]): Buffer {
  return openssl(['pkcs12', '-export', '-in', 'IN', '-passout', `pass:${PASSWORD}`, ...options], pem);
}

/** DER of one element. */
export function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const value = Buffer.concat(parts);
  const size =
    value.length < 0x80 ? [value.length] : [0x83, value.length >> 16, (value.length >> 8) & 0xff, value.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), value]);
}

export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...arcs] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second, ...arcs].flatMap((arc) => {
    const digits = [arc & 0x7f];
    for (let rest = Math.floor(arc / 128); rest > 0; rest = Math.floor(rest / 128))
      digits.unshift((rest & 0x7f) | 0x80);
    return digits;
  });
  return der(DER_TAG.objectId, Buffer.from(bytes));
}

export function integer(value: number): Buffer {
  const bytes = Buffer.alloc(5);
  bytes.writeUInt32BE(value, 1);
  return der(DER_TAG.integer, bytes.subarray(bytes.findIndex((_, at) => at === 4 || bytes.readInt16BE(at) > 0x7f)));
}

/** A file without a MAC around these bags, which lie open. */
export function openPfx(...bags: readonly Buffer[]): Buffer {
  const data = (content: Buffer): Buffer =>
    der(DER_TAG.sequence, oid('1.2.840.113549.1.7.1'), der(0xa0, der(DER_TAG.octetString, content)));
  const authenticated = der(DER_TAG.sequence, data(der(DER_TAG.sequence, ...bags)));
  return der(DER_TAG.sequence, integer(3), data(authenticated));
}

export function keyBag(pkcs8: Buffer): Buffer {
  return der(DER_TAG.sequence, oid('1.2.840.113549.1.12.10.1.1'), der(0xa0, pkcs8));
}

export function certificateBag(certificate: Buffer): Buffer {
  const value = der(DER_TAG.sequence, oid('1.2.840.113549.1.9.22.1'), der(0xa0, der(DER_TAG.octetString, certificate)));
  return der(DER_TAG.sequence, oid('1.2.840.113549.1.12.10.1.3'), der(0xa0, value));
}

export interface SelfMade {
  /** Of RSA; a curve when it is a text. 2048 when left out. */
  readonly strength?: number | string;
  /** Comma-separated; clientAuth when left out. */
  readonly usage?: string | null;
  readonly subject?: string;
  /** In the words of openssl: `1.2.3=ASN1:UTF8String:x`. */
  readonly extensions?: readonly string[];
}

/** A certificate that openssl has signed with its own key: for what no authority would give out. */
export function selfMade(made: SelfMade = {}): ClientCertificate {
  const { strength = 2048, usage = 'clientAuth', subject = '/serialNumber=SELF0001/CN=x', extensions = [] } = made;
  const { privateKey } =
    typeof strength === 'number'
      ? generateKeyPairSync('rsa', { modulusLength: strength })
      : generateKeyPairSync('ec', { namedCurve: strength });
  const all = [...(usage === null ? [] : [`extendedKeyUsage=${usage}`]), ...extensions];
  const args = ['req', '-x509', '-new', '-key', 'IN', '-days', '30', '-utf8', '-subj', subject];
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  const bytes = openssl([...args, ...all.flatMap((extension) => ['-addext', extension])], pem);
  return { key: privateKey, certificate: new X509Certificate(bytes), chain: [] };
}

/** The credentials as they come out of a file. */
export function clientOf({ key, certificate }: Credentials, chain: readonly string[] = []): ClientCertificate {
  return {
    key: createPrivateKey(key),
    certificate: new X509Certificate(certificate),
    chain: chain.map((pem) => new X509Certificate(pem)),
  };
}
