import { X509Certificate } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { permitsNames } from '../../../../src/processors/pfr/http/nameConstraints.js';
import { Random } from '../../../kit/random.js';
import { der, encodeCertificate, pemOf, sequence } from './chains/certificate.js';
import { newPlan } from './chains/plan.js';

const dns = (text: string): Buffer => der(0x82, Buffer.from(text));
const list = (tag: number, ...bases: Buffer[]): Buffer => der(tag, ...bases.map((base) => sequence(base)));
const permitted = (...bases: Buffer[]): Buffer => sequence(list(0xa0, ...bases));
const excluded = (...bases: Buffer[]): Buffer => sequence(list(0xa1, ...bases));

/** A certificate with these names; empty: it has no list of names at all. */
function certificate(commonName: string, isAuthority: boolean, ...names: Buffer[]): X509Certificate {
  const plan = newPlan(commonName, 'p256-a', isAuthority, new Random(1));
  if (names.length > 0) plan.extensions.push({ oid: '2.5.29.17', isCritical: false, value: sequence(...names) });
  return new X509Certificate(pemOf(encodeCertificate(plan)));
}

const server = certificate('A server', false, dns('till.example'));

test('a name is looked for in what is permitted and in what is excluded', () => {
  assert.ok(permitsNames(permitted(dns('example')), [server]));
  assert.not(permitsNames(permitted(dns('test')), [server]));
  assert.ok(permitsNames(permitted(dns('test'), dns('example')), [server]));
  assert.not(permitsNames(excluded(dns('example')), [server]));
  assert.ok(permitsNames(excluded(dns('test')), [server]));
});

test('authorities between the server and the constrained one need no names, and must have none that nobody checks', () => {
  const constraints = permitted(dns('example'));
  assert.ok(permitsNames(constraints, [server, certificate('Between', true)]));
  assert.ok(permitsNames(constraints, [server, certificate('Between', true), certificate('Above', true)]));
  assert.not(permitsNames(constraints, [server, certificate('Between', true, dns('ca.example'))]));
  assert.not(
    permitsNames(constraints, [server, certificate('Between', true), certificate('Above', true, dns('a.example'))]),
  );
});

test('a common name with a dot counts as a name where the server has no other, and one without a dot as none', () => {
  const constraints = permitted(dns('example'));
  assert.ok(permitsNames(constraints, [certificate('till.example', false)]));
  assert.not(permitsNames(constraints, [certificate('till.test', false)]));
  assert.not(permitsNames(constraints, [certificate('till', false)]), 'a server without a name is not permitted');
  assert.ok(permitsNames(constraints, [certificate('till.test', false, dns('till.example'))]));
});

test.run();
