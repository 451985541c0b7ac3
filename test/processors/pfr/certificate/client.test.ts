import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { suite, test } from 'uvu';
import * as assert from 'uvu/assert';
import { english } from '../../../../src/base/index.js';
import {
  type ClientPem,
  fromPem,
  MAX_BUNDLE,
  readBundle,
  toPem,
} from '../../../../src/processors/pfr/certificate/client.js';
import { TestAuthority } from '../../../kit/pfr/certificates.js';
import { clientOf, COMPANY, selfMade } from './files.js';

let authority: TestAuthority;
let sent: ClientPem;

test.before(async () => {
  authority = await TestAuthority.create();
  const credentials = await authority.client({ jid: 'ABCD1234', environment: 'sandbox', company: COMPANY });
  sent = toPem(clientOf(credentials, [authority.pem]));
});

test('a certificate with its key is the same after PEM and back, with RSA and EC keys', () => {
  for (const pem of [sent, toPem(selfMade({ strength: 'prime256v1' }))]) {
    const client = fromPem(pem);
    assert.ok(client);
    assert.equal(toPem(client), pem);
  }
  assert.equal(sent.chain, [authority.pem]);
});

test('a text that is no key or no certificate, an encrypted key, and the key of another certificate are refused', () => {
  const cipher = { cipher: 'aes-256-cbc', passphrase: 'x' };
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const locked = privateKey.export({ format: 'pem', type: 'pkcs8', ...cipher }).toString();
  const torn: Partial<ClientPem>[] = [
    { key: '' },
    { key: sent.certificate },
    { key: sent.key.slice(0, -60) },
    { key: locked },
    { key: toPem(selfMade()).key },
    { certificate: '' },
    { certificate: sent.key },
    { certificate: sent.certificate.slice(0, -60) },
    { certificate: authority.pem },
    { chain: [authority.pem, 'x'] },
  ];
  for (const part of torn) assert.is(fromPem({ ...sent, ...part }), undefined, JSON.stringify(part).slice(0, 60));
});

const trustTest = suite('trust');

let first: TestAuthority;
let second: TestAuthority;

trustTest.before(async () => {
  [first, second] = [await TestAuthority.create('First CA'), await TestAuthority.create('Second CA')];
});

function subjects(bytes: Buffer): string[] {
  const read = readBundle(bytes);
  if (!read.ok) throw new Error(english(read.error));
  return read.value.map(({ subject }) => subject.split('\n')[0] ?? '');
}

function refusal(bytes: Buffer): string {
  const read = readBundle(bytes);
  return read.ok ? 'accepted' : english(read.error);
}

trustTest('a bundle gives its authorities in order, with whatever stands between them', () => {
  assert.equal(subjects(Buffer.from(first.pem)), ['CN=First CA']);
  const noted = `# ours\r\n${first.pem.replaceAll('\n', '\r\n')}\nsubject=Second\n${second.pem}`;
  assert.equal(subjects(Buffer.from(noted)), ['CN=First CA', 'CN=Second CA']);
});

trustTest('one certificate in DER is taken as well', () => {
  assert.equal(subjects(new X509Certificate(first.pem).raw), ['CN=First CA']);
});

trustTest('what is no bundle of authorities is refused with what to do', async () => {
  const server = (await first.server()).certificate;
  assert.match(
    refusal(Buffer.from(first.pem + server)),
    /^Certificate 2 \(CN=localhost\) is not a CA certificate\. Use/,
  );
  assert.match(
    refusal(selfMade({ extensions: ['basicConstraints=critical,CA:FALSE'] }).certificate.raw),
    /is not a CA certificate/,
  );
  const client = await first.client({ jid: 'ABCD1234', environment: 'sandbox', company: COMPANY });
  const { subject } = new X509Certificate(client.certificate);
  assert.match(subject, '\n');
  assert.ok(
    refusal(Buffer.from(client.certificate)).startsWith(`Certificate 1 (${subject.split('\n').join(', ')}) is`),
  );
  const broken = first.pem.replace(/^[A-Za-z0-9+/]{20}/m, 'A'.repeat(20));
  assert.match(refusal(Buffer.from(second.pem + broken)), /^Certificate 2 cannot be read\. Use/);
  for (const none of ['', 'hello', first.pem.slice(0, 500)]) assert.match(refusal(Buffer.from(none)), /cannot be read/);
  assert.match(refusal(Buffer.alloc(MAX_BUNDLE + 1)), /larger than 1 MiB/);
  assert.match(refusal(Buffer.from(`${first.pem}-----BEGIN PRIVATE KEY-----\n`)), /contains a private key\. Use/);
  assert.match(refusal(Buffer.from(first.pem.repeat(201))), /more than 200 certificates/);
});

trustTest.run();

test.run();
