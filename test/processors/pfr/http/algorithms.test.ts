import { generateKeyPairSync } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { hasStrongSignature, isStrongKey } from '../../../../src/processors/pfr/http/algorithms.js';
import { der, oid, sequence } from './chains/certificate.js';

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

test.run();
