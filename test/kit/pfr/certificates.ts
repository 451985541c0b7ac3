import 'reflect-metadata'; // the ASN.1 library's own requirement, before it
import * as x509 from '@peculiar/x509';
import { execFileSync } from 'node:child_process';
import { createHash, randomBytes, webcrypto } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Company, Environment } from '../../../src/contract/fiscal.js';
import type { UtcMs } from '../../../src/base/time.js';
import { addressBytes } from '../../../src/platform/tls/constraints.js';

/** A certificate and its key, both PEM. */
export interface Credentials {
  readonly certificate: string;
  readonly key: string;
}

/** Both ends of a certificate's life; whole seconds count. */
export interface Validity {
  readonly from: UtcMs;
  readonly until: UtcMs;
}

/** What the tax authority writes into a taxpayer's certificate. */
export interface ClientOptions {
  /** 8 upper-case letters and digits: the serialNumber of the subject. */
  readonly jid: string;
  readonly environment: Environment;
  readonly company: Company;
  /** Extensions 5 and 7, the addresses of TaxCore and of the V-PFR; the official ones when left out, absent when null. */
  readonly taxCoreApi?: string | null;
  readonly vsdc?: string | null;
  /** Extension 6; made of the company's TIN when left out (in the sandbox it has the prefix `RS`), absent when null. */
  readonly tin?: string | null;
  /** From yesterday for three years when left out. */
  readonly validity?: Validity;
  /** Where the key is: by default in a PFX file, or in one of the two applets of a card. */
  readonly use?: CertificateUse;
}

/** Key usages of the authority's own: a client in a PFX file, what a card signs receipts with, and its client for TLS. */
const USE_ARCS = { pfx: 2, element: 3, pki: 4 } as const;
export type CertificateUse = keyof typeof USE_ARCS;

const ALGORITHM = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  publicExponent: new Uint8Array([1, 0, 1]),
  modulusLength: 2048,
};

const DAY: UtcMs = 86_400_000;

/** The arc of TaxCore, its number for each environment, and that of Serbia. */
const TAXCORE_OID = '1.3.6.1.4.1.49952';
const ENVIRONMENT_ARC: Readonly<Record<Environment, number>> = { production: 3, sandbox: 5 };
const SERBIA_ARC = 8;

const HOSTS: Readonly<Record<Environment, string>> = {
  production: 'suf.purs.gov.rs',
  sandbox: 'sandbox.suf.purs.gov.rs',
};

/** An issuing authority of a test, named like those of the tax authority. */
export class TestAuthority {
  private constructor(
    /** Its own certificate, PEM. */
    readonly pem: string,
    private readonly keys: webcrypto.CryptoKeyPair,
    private readonly hash: string,
  ) {}

  /** `hash` is that of its signatures. */
  static async create(name = 'Sandbox SUF Issuing CA 1', hash = 'SHA-256'): Promise<TestAuthority> {
    const keys = await newKeys(hash);
    const subject = nameOf([
      ['CN', name],
      ['O', 'Poreska Uprava'],
      ['C', 'RS'],
    ]);
    const usages = (x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign) as x509.KeyUsageFlags;
    const certificate = await x509.X509CertificateGenerator.create(
      {
        subject,
        issuer: subject,
        ...common(lifetime(), hash),
        publicKey: keys.publicKey,
        signingKey: keys.privateKey,
        extensions: [new x509.BasicConstraintsExtension(true, 0, true), new x509.KeyUsagesExtension(usages, true)],
      },
      webcrypto,
    );
    return new TestAuthority(pemOf(certificate), keys, hash);
  }

  /** For a server under these names and addresses. */
  server(names: readonly string[] = ['localhost', '127.0.0.1'], validity = lifetime()): Promise<Credentials> {
    return this.issue(nameOf([['CN', names[0] ?? '']]), validity, [
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        names.map((name) => new x509.GeneralName(addressBytes(name) === null ? 'dns' : 'ip', name)),
      ),
    ]);
  }

  /** For a taxpayer: layout of the certificates that the tax authority gives out for a V-PFR. */
  client(options: ClientOptions): Promise<Credentials> {
    const { jid, environment, company, validity = lifetime(), use = 'pfx' } = options;
    const { taxCoreApi = `https://api.${HOSTS[environment]}/`, vsdc = `https://vsdc.${HOSTS[environment]}/` } = options;
    const { tin = environment === 'sandbox' ? `RS${company.tin}` : company.tin } = options;
    const arc = `${TAXCORE_OID}.${ENVIRONMENT_ARC[environment]}.${SERBIA_ARC}`;
    const texts = { 5: taxCoreApi, 6: tin, 7: vsdc };
    const subject = nameOf([
      ['C', 'RS'],
      ['ST', company.district],
      ['L', 'Београд'],
      ['2.5.4.9', company.address],
      ['O', company.name],
      ['OU', company.location],
      ['2.5.4.5', jid],
      ['CN', `${jid.slice(0, 4)} ${company.location}`],
    ]);
    const onCard = use === 'pfx' ? [] : this.cardExtensions(arc);
    // What signs receipts is no client of TLS.
    const client = use === 'element' ? [] : [x509.ExtendedKeyUsage.clientAuth];
    return this.issue(subject, validity, [
      new x509.ExtendedKeyUsageExtension([...client, `${arc}.3.${USE_ARCS[use]}`]),
      // Bare text in the OCTET STRING, without a DER string inside.
      ...Object.entries(texts).flatMap(([last, text]) =>
        text === null ? [] : [new x509.Extension(`${arc}.${last}`, false, Buffer.from(text))],
      ),
      ...onCard,
    ]);
  }

  /** What makes a card's certificate as long as the one that was seen: policy, and where the issuer and its list are. */
  private cardExtensions(arc: string): x509.Extension[] {
    const place = 'http://pki.sandbox.example/issuing-ca-1';
    const issuer = Buffer.from(new x509.X509Certificate(this.pem).publicKey.rawData);
    return [
      new x509.CertificatePolicyExtension([`${arc}.4.2`]),
      new x509.AuthorityKeyIdentifierExtension(createHash('sha1').update(issuer).digest('hex')),
      new x509.CRLDistributionPointsExtension([`${place}.crl`]),
      new x509.AuthorityInfoAccessExtension({ caIssuers: `${place}.crt`, ocsp: 'http://ocsp.sandbox.example/' }),
    ];
  }

  private async issue(subject: x509.Name, validity: Validity, extensions: x509.Extension[]): Promise<Credentials> {
    const keys = await newKeys();
    const usages = (x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.keyEncipherment) as x509.KeyUsageFlags;
    const certificate = await x509.X509CertificateGenerator.create(
      {
        subject,
        issuer: new x509.X509Certificate(this.pem).subjectName,
        ...common(validity, this.hash),
        publicKey: keys.publicKey,
        signingKey: this.keys.privateKey,
        extensions: [new x509.KeyUsagesExtension(usages, true), ...extensions],
      },
      webcrypto,
    );
    const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey));
    return { certificate: pemOf(certificate), key: x509.PemConverter.encode(pkcs8, 'PRIVATE KEY') };
  }
}

/** `aes`: as OpenSSL 3 writes it; `rc2` (40 bits, with a 3DES key) and `3des`: as Windows wrote it for decades. */
export type PfxCiphers = 'aes' | 'rc2' | '3des';

export interface PfxOptions {
  readonly password: string;
  /** `aes` when left out. */
  readonly ciphers?: PfxCiphers;
  /** Certificates of authorities to put in beside; those of the tax authority come without (`….nochain.p12`). */
  readonly chain?: readonly string[];
}

const CIPHER_ARGUMENTS: Readonly<Record<PfxCiphers, readonly string[]>> = {
  aes: [],
  rc2: ['-legacy'],
  '3des': ['-legacy', '-certpbe', 'PBE-SHA1-3DES', '-keypbe', 'PBE-SHA1-3DES'],
};

/** The credentials as a PKCS #12 file (RFC 7292), written by the `openssl` program: not by what is to read it. */
export function makePfx(credentials: Credentials, { password, ciphers = 'aes', chain = [] }: PfxOptions): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'kasirbox-pfx-'));
  try {
    const [input, output] = [join(folder, 'in.pem'), join(folder, 'out.pfx')];
    writeFileSync(input, [credentials.key, credentials.certificate, ...chain].join('\n'), { mode: 0o600 });
    const names = ['-name', 'kasirbox test'];
    const args = ['pkcs12', '-export', '-in', input, '-out', output, ...names, '-passout', 'env:PFX_PASSWORD'];
    execFileSync('openssl', [...args, ...CIPHER_ARGUMENTS[ciphers]], {
      env: { ...process.env, PFX_PASSWORD: password },
      stdio: 'pipe',
    });
    return readFileSync(output);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The pin of a certificate's key (RFC 7469, 2.4). This reader is the kit's own: a second opinion. */
export function pinOfKey(pem: string): string {
  const info = Buffer.from(new x509.X509Certificate(pem).publicKey.rawData);
  return `sha256/${createHash('sha256').update(info).digest('base64')}`;
}

function lifetime(): Validity {
  const now = Date.now();
  return { from: now - DAY, until: now + 3 * 365 * DAY };
}

function common(validity: Validity, hash: string) {
  // 128 bits, positive, and always of the same length.
  const serialNumber = Buffer.concat([Buffer.from([0x4b]), randomBytes(15)]).toString('hex');
  return {
    serialNumber,
    notBefore: new Date(validity.from),
    notAfter: new Date(validity.until),
    signingAlgorithm: { ...ALGORITHM, hash },
  };
}

function nameOf(parts: readonly (readonly [type: string, value: string])[]): x509.Name {
  return new x509.Name(parts.map(([type, value]) => ({ [type]: [value] })));
}

function pemOf(certificate: x509.X509Certificate): string {
  return `${certificate.toString('pem')}\n`;
}

function newKeys(hash = ALGORITHM.hash): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey({ ...ALGORITHM, hash }, true, ['sign', 'verify']);
}
