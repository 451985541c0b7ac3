import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { hasStrongSignature, isStrongKey } from '../../../../src/processors/pfr/http/peerCertificate.js';
import { newFolder } from '../../../kit/folder.js';
import { testAuthority } from '../../../kit/smtp/certificate.js';
import { der, oid, sequence } from './chains/certificate.js';
import { outcomeText } from './servers.js';
import { identities, meeting } from './tlsServers.js';

const PSS = '1.2.840.113549.1.1.10';

/** A certificate as far as its signature is looked at. */
const signedWith = (...algorithm: Buffer[]) => ({
  raw: Buffer.from(sequence(sequence(), sequence(...algorithm), der(0x03, Buffer.from([0])))),
});
const pssWith = (...parameters: Buffer[]) => signedWith(oid(PSS), sequence(...parameters));
const digest = (text: string): Buffer => der(0xa0, sequence(oid(text)));

for (const [algorithm, isStrong] of [
  ['1.2.840.113549.1.1.11', true], // RSA with SHA-256, 384, 512
  ['1.2.840.113549.1.1.12', true],
  ['1.2.840.113549.1.1.13', true],
  ['1.2.840.10045.4.3.2', true], // ECDSA with the same
  ['1.2.840.10045.4.3.3', true],
  ['1.2.840.10045.4.3.4', true],
  ['1.2.840.113549.1.1.4', false], // MD5
  ['1.2.840.113549.1.1.5', false], // SHA-1
  ['1.2.840.113549.1.1.14', false], // SHA-224
  ['1.2.840.10045.4.3.1', false],
  ['1.2.840.113549.1.1.11.1', false], // what only begins or ends like a good one
  ['1.3.1.2.840.113549.1.1.11', false],
] as const) {
  test(`a signature with ${algorithm} is ${isStrong ? '' : 'not '}strong`, () =>
    assert.is(hasStrongSignature(signedWith(oid(algorithm))), isStrong));
}

for (const [name, isStrong] of [
  ['2.16.840.1.101.3.4.2.1', true],
  ['2.16.840.1.101.3.4.2.2', true],
  ['2.16.840.1.101.3.4.2.3', true],
  ['2.16.840.1.101.3.4.2.4', false], // SHA-224
  ['1.3.14.3.2.26', false], // SHA-1
  ['2.16.840.1.101.3.4.2.1.1', false],
  ['1.2.16.840.1.101.3.4.2.1', false],
] as const) {
  test(`a PSS signature whose digest is ${name} is ${isStrong ? '' : 'not '}strong`, () =>
    assert.is(hasStrongSignature(pssWith(digest(name))), isStrong));
}

test('a PSS signature that names no digest has SHA-1, whatever its other parameters name', () => {
  const mask = der(0xa1, sequence(oid('1.2.840.113549.1.1.8'), sequence(oid('2.16.840.1.101.3.4.2.1'))));
  assert.not(hasStrongSignature(pssWith()));
  assert.not(hasStrongSignature(pssWith(mask)));
  assert.ok(hasStrongSignature(pssWith(digest('2.16.840.1.101.3.4.2.1'), mask)));
});

test('a key is strong from 2048 bits of RSA on, or on a NIST curve that is named and not written out', () => {
  for (const [modulusLength, isStrong] of [
    [2048, true],
    [2040, false],
  ] as const) {
    assert.is(isStrongKey(generateKeyPairSync('rsa', { modulusLength })), isStrong, String(modulusLength));
  }
  for (const [namedCurve, isStrong] of [
    ['prime256v1', true],
    ['secp384r1', true],
    ['secp521r1', true],
    ['prime192v1', false],
    ['secp256k1', false],
  ] as const) {
    assert.is(isStrongKey(generateKeyPairSync('ec', { namedCurve })), isStrong, namedCurve);
  }
  assert.not(isStrongKey(generateKeyPairSync('ec', { namedCurve: 'prime256v1', paramEncoding: 'explicit' })));
  assert.not(isStrongKey(generateKeyPairSync('ed25519')));
});

/** What an L-PFR of some make has: a key, and certificates of its own making for it. */
interface OwnKey {
  readonly key: string;
  readonly pin: string;
  readonly certificate: () => string;
}

function openssl(args: readonly string[], input?: string | Buffer): Buffer {
  return execFileSync('openssl', args, { input, stdio: ['pipe', 'pipe', 'ignore'] });
}

/** The pin as a technician works it out. */
function pinOf(key: string): string {
  const info = openssl(['pkey', '-pubout', '-outform', 'der'], key);
  return `sha256/${openssl(['dgst', '-sha256', '-binary'], info).toString('base64')}`;
}

function ownKey(...algorithm: readonly string[]): OwnKey {
  const key = openssl(['genpkey', ...algorithm]).toString();
  const file = newFolder('key');
  writeFileSync(file, key);
  const certificate = (): string => openssl(['req', '-x509', '-new', '-key', file, '-subj', '/CN=lpfr']).toString();
  return { key, pin: pinOf(key), certificate };
}

const RSA = ownKey('-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048');
const KEYS: readonly (readonly [string, OwnKey])[] = [
  ['RSA', RSA],
  ['P-256', ownKey('-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256')],
  ['Ed25519', ownKey('-algorithm', 'ED25519')],
];
const LAN = { version: 'either', reportsKey: true } as const;

for (const [what, { key, pin, certificate }] of KEYS) {
  for (const protocol of ['TLSv1.2', 'TLSv1.3'] as const) {
    test(`a pinned ${what} key is accepted over ${protocol}, also with a new certificate`, async () => {
      for (const cert of [certificate(), certificate()]) {
        const server = { key, cert, minVersion: protocol, maxVersion: protocol };
        const { ends, seen } = await meeting(server, { ...LAN, pin }, { times: 2 });
        assert.equal(ends.map(outcomeText), ['200 0100', '200 0100']);
        assert.equal(
          seen.agreed.map((agreed) => [agreed.protocol, agreed.resumed]),
          [
            [protocol, false],
            [protocol, false],
          ],
          'each connection proves the key',
        );
      }
    });

    test(`a server with another key than the pinned ${what} key gets not a byte over ${protocol}, whoever vouches for it`, async () => {
      const { server: trusted, trusting } = await identities;
      const version = { minVersion: protocol, maxVersion: protocol };
      for (const [, other] of KEYS.filter((one) => one[1].pin !== pin)) {
        const { ends, seen } = await meeting(
          { key: other.key, cert: other.certificate(), ...version },
          { ...LAN, pin },
        );
        assert.equal(ends, [{ kind: 'unsent', reason: { cause: 'pin', detail: 'EKEYREJECTED', seen: other.pin } }]);
        assert.is(seen.bytes, 0);
      }
      const { ends, seen } = await meeting({ ...trusted, ...version }, { ...LAN, ...trusting, pin });
      assert.equal(ends.map(outcomeText), ['unsent pin']);
      assert.is(seen.bytes, 0);
    });
  }
}

test('only the key of the certificate of the server itself counts, not of one that it sends along', async () => {
  const [, [, other]] = KEYS as readonly [unknown, readonly [string, OwnKey]];
  const { ends, seen } = await meeting(
    { key: other.key, cert: other.certificate() + RSA.certificate() },
    { ...LAN, pin: RSA.pin },
  );
  assert.equal(ends.map(outcomeText), ['unsent pin']);
  assert.is(seen.bytes, 0);
});

test('without a pin those whom an authority vouches for are trusted, and of others the key is told, and not a byte sent', async () => {
  const { servers, server, trusting } = await identities;
  const right = await meeting(server, { ...LAN, ...trusting });
  assert.equal(right.ends.map(outcomeText), ['200 0100']);
  for (const [code, identity] of [
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', await (await testAuthority()).server('127.0.0.1')],
    ['ERR_TLS_CERT_ALTNAME_INVALID', await servers.server('lpfr.local')],
    ['CERT_HAS_EXPIRED', await servers.server('127.0.0.1', Date.now() - 60_000)],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', { key: RSA.key, cert: RSA.certificate() }],
  ] as const) {
    for (const reject of ['0', '1']) {
      // Node would use it by default.
      process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = reject;
      const { ends, seen } = await meeting(identity, { ...LAN, ...trusting });
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      assert.equal(ends, [{ kind: 'unsent', reason: { cause: 'trust', detail: code, seen: pinOf(identity.key) } }]);
      assert.is(seen.bytes, 0);
    }
  }
});

test('versions before TLS 1.2 are not spoken, pinned or not', async () => {
  const old = { key: RSA.key, cert: RSA.certificate(), minVersion: 'TLSv1', maxVersion: 'TLSv1.1' } as const;
  for (const pin of [undefined, RSA.pin]) {
    const { ends, seen } = await meeting(
      { ...old, ciphers: 'DEFAULT@SECLEVEL=0' },
      { ...LAN, ...(pin !== undefined && { pin }) },
    );
    assert.equal(ends.map(outcomeText), ['unsent protocol']);
    assert.is(seen.bytes, 0);
  }
});

test.run();
