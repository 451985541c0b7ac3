import { english } from '../../../../src/base/index.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { X509Certificate } from 'node:crypto';
import { MAX_BUNDLE, readBundle } from '../../../../src/processors/pfr/certificate/trust.js';
import { TestAuthority } from '../../../kit/pfr/certificates.js';
import { selfMade } from './files.js';

let first: TestAuthority;
let second: TestAuthority;

test.before(async () => {
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

test('a bundle gives its authorities in order, with whatever stands between them', () => {
  assert.equal(subjects(Buffer.from(first.pem)), ['CN=First CA']);
  const noted = `# ours\r\n${first.pem.replaceAll('\n', '\r\n')}\nsubject=Second\n${second.pem}`;
  assert.equal(subjects(Buffer.from(noted)), ['CN=First CA', 'CN=Second CA']);
});

test('one certificate in DER is taken as well', () => {
  assert.equal(subjects(new X509Certificate(first.pem).raw), ['CN=First CA']);
});

test('what is no bundle of authorities is refused with what to do', async () => {
  const server = (await first.server()).certificate;
  assert.match(
    refusal(Buffer.from(first.pem + server)),
    /^Certificate 2 \(CN=localhost\) is none of an authority\. Give/,
  );
  assert.match(
    refusal(selfMade({ extensions: ['basicConstraints=critical,CA:FALSE'] }).certificate.raw),
    /none of an authority/,
  );
  const broken = first.pem.replace(/^[A-Za-z0-9+/]{20}/m, 'A'.repeat(20));
  assert.match(refusal(Buffer.from(second.pem + broken)), /^Certificate 2 cannot be read\. Give/);
  for (const none of ['', 'hello', first.pem.slice(0, 500)]) assert.match(refusal(Buffer.from(none)), /cannot be read/);
  assert.match(refusal(Buffer.alloc(MAX_BUNDLE + 1)), /larger than 1 MiB/);
  assert.match(refusal(Buffer.from(`${first.pem}-----BEGIN PRIVATE KEY-----\n`)), /holds a private key\. Give/);
  assert.match(refusal(Buffer.from(first.pem.repeat(201))), /more than 200 certificates/);
});

test.run();
