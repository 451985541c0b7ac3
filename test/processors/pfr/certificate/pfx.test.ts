import { bilingual, english } from '../../../../src/base/index.js';
import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { derElements, DER_TAG } from '../../../../src/base/der.js';
import type { ClientCertificate } from '../../../../src/processors/pfr/certificate/client.js';
import { MAX_PFX, PFX_TEXTS, readPfx } from '../../../../src/processors/pfr/certificate/pfx.js';
import { type Credentials, makePfx, TestAuthority } from '../../../kit/pfr/certificates.js';
import { seededRandom } from '../../../kit/random.js';
import { certificateBag, COMPANY, der, exportPfx, integer, keyBag, oid, openPfx, openssl, PASSWORD } from './files.js';

type PfxFault = keyof typeof PFX_TEXTS;

const random = seededRandom();

let authority: TestAuthority;
let credentials: Credentials;

test.before(async () => {
  authority = await TestAuthority.create();
  credentials = await authority.client({ jid: 'ABCD1234', environment: 'sandbox', company: COMPANY });
});

async function read(bytes: Buffer, password = PASSWORD): Promise<ClientCertificate> {
  const found = await readPfx(bytes, password);
  if (!found.ok) throw new Error(english(PFX_TEXTS[found.error]));
  return found.value;
}

async function fault(bytes: Buffer, password = PASSWORD): Promise<PfxFault | undefined> {
  const found = await readPfx(bytes, password);
  return found.ok ? undefined : found.error;
}

const pem = (): string => `${credentials.key}\n${credentials.certificate}`;
const keyDer = (): Buffer => createPrivateKey(credentials.key).export({ format: 'der', type: 'pkcs8' });
const certificateDer = (): Buffer => new X509Certificate(credentials.certificate).raw;

function isOurs({ key, certificate, chain }: ClientCertificate, above: readonly string[] = []): void {
  assert.ok(key.equals(createPrivateKey(credentials.key)));
  assert.ok(certificate.raw.equals(certificateDer()));
  assert.equal(
    chain.map((one) => one.fingerprint256),
    above.map((one) => new X509Certificate(one).fingerprint256),
  );
}

test('each fault has a sentence of its own in both languages, with what to do', () => {
  const texts = Object.values(PFX_TEXTS).map(bilingual);
  for (const { sr, en } of texts) {
    assert.match(en, /^[A-Z][\x20-\x7e]*\.$/);
    assert.match(sr, /^[А-ЯЂЈЉЊЋЏ].*\.$/u);
  }
  assert.is(new Set(texts.map(({ en }) => en)).size, 8);
});

for (const ciphers of ['aes', 'rc2', '3des'] as const) {
  test(`a file with ${ciphers} gives its key and its certificate, with and without the authority’s`, async () => {
    isOurs(await read(makePfx(credentials, { password: PASSWORD, ciphers })));
    isOurs(await read(makePfx(credentials, { password: PASSWORD, ciphers, chain: [authority.pem] })), [authority.pem]);
  });

  test(`a password in letters of Serbian opens a file with ${ciphers}`, async () => {
    const password = 'Лозинка-čšđž';
    const bytes = makePfx(credentials, { password, ciphers });
    isOurs(await read(bytes, password));
    assert.is(await fault(bytes, 'Лозинка-čšđz'), 'password');
  });

  test(`a wrong password is told from a bad file with ${ciphers}`, async () => {
    const bytes = makePfx(credentials, { password: PASSWORD, ciphers });
    for (const wrong of ['', PASSWORD.toLowerCase(), `${PASSWORD}\n`, `${PASSWORD} `, 'Ж'.repeat(200)]) {
      assert.is(await fault(bytes, wrong), 'password', JSON.stringify(wrong));
    }
  });
}

/** Ways of openssl to write a file, all of which some tool uses. */
const MANNERS: readonly (readonly string[])[] = [
  ['-legacy', '-certpbe', 'PBE-SHA1-3DES', '-keypbe', 'PBE-SHA1-RC2-40'],
  ['-certpbe', 'AES-128-CBC', '-keypbe', 'DES-EDE3-CBC'],
  ['-certpbe', 'AES-192-CBC', '-macalg', 'sha1'],
  ['-macalg', 'sha384', '-iter', '1'],
  ['-macalg', 'sha512', '-nomaciter'],
  ['-certpbe', 'NONE', '-keypbe', 'NONE'],
  ['-nomac'],
  ['-legacy', '-nomac'],
];

for (const manner of MANNERS) {
  test(`openssl pkcs12 ${manner.join(' ')} is read`, async () => {
    isOurs(await read(exportPfx(pem(), manner)));
  });
}

test('a file that lies open under a MAC is read with its password only, and only as it was made', async () => {
  const bytes = exportPfx(pem(), ['-certpbe', 'NONE', '-keypbe', 'NONE']);
  assert.is(await fault(bytes, 'WRONG123'), 'password');
  const at = bytes.indexOf('Пекара');
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  assert.is(await fault(bytes), 'password');
});

test('without a MAC a wrong password still is one', async () => {
  for (const manner of [['-nomac'], ['-legacy', '-nomac']]) {
    const bytes = exportPfx(pem(), [...manner, '-iter', '1']);
    for (let count = 0; count < 40; count += 1) {
      const found = await readPfx(bytes, random.text('ABCDEFGH01234567', 8, 8));
      // A key that was decrypted into noise is only known to be invalid.
      assert.ok(!found.ok && ['password', 'not-a-pfx'].includes(found.error));
    }
  }
});

test('a key on a curve is read as well', async () => {
  const key = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey;
  const keyPem = key.export({ format: 'pem', type: 'pkcs8' }).toString();
  const certificate = openssl(['req', '-x509', '-new', '-key', 'IN', '-subj', '/CN=x'], keyPem).toString();
  for (const manner of [[], ['-legacy']]) {
    assert.ok((await read(exportPfx(`${keyPem}${certificate}`, manner))).key.equals(key));
  }
});

/** The same with indefinite lengths and strings in pieces, as some libraries write it (X.690, 8.1.3.6). */
function loosened(bytes: Buffer): Buffer {
  return Buffer.concat(
    derElements(bytes).map(({ tag, value }) => {
      const pieces = [value.subarray(0, 100), value.subarray(100)].map((piece) => der(0x04, piece));
      if (tag === 0x04 && value.length > 200) return endless(0x24, Buffer.concat(pieces));
      if (tag === 0x80) return endless(0xa0, Buffer.concat(pieces));
      return (tag & 0x20) === 0 ? der(tag, value) : endless(tag, loosened(value));
    }),
  );
}

function endless(tag: number, value: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag, 0x80]), value, Buffer.alloc(2)]);
}

test('a cipher that nobody writes, and a file that is signed instead of having a MAC, are told as not known', async () => {
  const legacy = ['-legacy', '-certpbe'];
  for (const cipher of ['PBE-SHA1-RC2-128', 'PBE-SHA1-RC4-128']) {
    assert.is(await fault(exportPfx(pem(), [...legacy, cipher])), 'unsupported', cipher);
  }
  const signed = der(
    DER_TAG.sequence,
    integer(3),
    der(DER_TAG.sequence, oid('1.2.840.113549.1.7.2'), der(0xa0, integer(1))),
  );
  assert.is(await fault(signed), 'unsupported');
});

test('a file with lengths that are not told beforehand is read', async () => {
  for (const ciphers of ['aes', 'rc2'] as const) {
    isOurs(await read(loosened(makePfx(credentials, { password: PASSWORD, ciphers }))));
  }
});

test('a file without a key, without a certificate, or with those of others, is told from one another', async () => {
  const other = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey.export({
    format: 'der',
    type: 'pkcs8',
  });
  isOurs(await read(openPfx(keyBag(keyDer()), certificateBag(certificateDer()))));
  isOurs(await read(openPfx(keyBag(keyDer()), keyBag(keyDer()), certificateBag(certificateDer()))));
  assert.is(await fault(openPfx(certificateBag(certificateDer()))), 'no-key');
  assert.is(await fault(exportPfx(pem(), ['-nokeys'])), 'no-key');
  assert.is(await fault(openPfx(keyBag(keyDer()), keyBag(other), certificateBag(certificateDer()))), 'many-keys');
  assert.is(await fault(openPfx(keyBag(keyDer()))), 'no-certificate');
  assert.is(await fault(openPfx(keyBag(other), certificateBag(certificateDer()))), 'key-mismatch');
  assert.is(await fault(openPfx(keyBag(Buffer.from('no key')), certificateBag(certificateDer()))), 'not-a-pfx');
  assert.is(await fault(openPfx(keyBag(keyDer()), certificateBag(Buffer.from('none')))), 'not-a-pfx');
});

test('what is no PKCS #12 file is told as such, also the half of one', async () => {
  const whole = makePfx(credentials, { password: PASSWORD });
  const files = [Buffer.alloc(0), Buffer.from(pem()), certificateDer(), keyDer(), whole.subarray(0, whole.length - 1)];
  for (const bytes of [...files, Buffer.concat([whole, Buffer.from([0])]), Buffer.alloc(5000, 0x30)]) {
    assert.is(await fault(bytes), 'not-a-pfx');
  }
  assert.is(await fault(Buffer.alloc(MAX_PFX + 1)), 'too-large');
});

test('whatever is damaged in a file, it is refused or read, and nothing is thrown', async () => {
  const files = [exportPfx(pem(), ['-iter', '1', '-nomac']), exportPfx(pem(), ['-iter', '1', '-legacy'])];
  const faults = new Set<string>();
  for (let count = 0; count < 600; count += 1) {
    const bytes = Buffer.from(random.pick(files));
    if (random.oneIn(4)) faults.add(String(await fault(bytes.subarray(0, random.int(0, bytes.length - 1)))));
    for (let bits = random.int(1, 3); bits > 0; bits -= 1) {
      const at = random.oneIn(2) ? random.int(0, 120) : random.int(0, bytes.length - 1);
      bytes.writeUInt8(random.int(0, 255), at);
    }
    faults.add(String(await fault(bytes)));
    faults.add(String(await fault(random.bytes(random.int(0, 64)))));
  }
  assert.ok(faults.has('password') && faults.has('not-a-pfx'), [...faults].join());
});

test.run();
