import { X509Certificate } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { permitsNames } from '../../../../src/processors/pfr/http/nameConstraints.js';
import { Random } from '../../../kit/random.js';
import { type CertificatePlan, der, encodeCertificate, pemOf, sequence } from './chains/certificate.js';
import { newPlan } from './chains/plan.js';

const dns = (text: string): Buffer => der(0x82, Buffer.from(text));
const list = (tag: number, ...bases: Buffer[]): Buffer => der(tag, ...bases.map((base) => sequence(base)));
const permitted = (...bases: Buffer[]): Buffer => sequence(list(0xa0, ...bases));
const excluded = (...bases: Buffer[]): Buffer => sequence(list(0xa1, ...bases));

/** A certificate with these names; empty: it has no list of names at all. */
function certificate(commonName: string, isAuthority: boolean, ...names: Buffer[]): X509Certificate {
  return new X509Certificate(pemOf(encodeCertificate(planOf(commonName, isAuthority, names))));
}

function planOf(commonName: string, isAuthority: boolean, names: readonly Buffer[]): CertificatePlan {
  const plan = newPlan(commonName, 'p256-a', isAuthority, new Random(1));
  if (names.length > 0) plan.extensions.push({ oid: '2.5.29.17', isCritical: false, value: sequence(...names) });
  return plan;
}

const server = certificate('A server', false, dns('till.example'));

test('a name is looked for in what is permitted and in what is excluded', () => {
  assert.ok(permitsNames(permitted(dns('example')), [server]));
  assert.not(permitsNames(permitted(dns('test')), [server]));
  assert.ok(permitsNames(permitted(dns('test'), dns('example')), [server]));
  assert.not(permitsNames(excluded(dns('example')), [server]));
  assert.ok(permitsNames(excluded(dns('test')), [server]));
});

const uri = (text: string): Buffer => der(0x86, Buffer.from(text));
const ip = (...octets: readonly number[]): Buffer => der(0x87, Buffer.from(octets));

test('constraints of a kind that is not checked here, or of another form, permit nothing', () => {
  for (const other of [0x80, 0x84, 0x88].map((tag) => der(tag, Buffer.from('test')))) {
    assert.not(permitsNames(permitted(dns('example'), other), [server]));
    assert.not(permitsNames(excluded(other), [server]));
  }
  const distance = der(0x80, Buffer.from([0]));
  assert.not(permitsNames(sequence(der(0xa0, sequence(dns('example'), distance))), [server]));
  assert.not(permitsNames(sequence(der(0xa0, sequence())), [server]), 'a subtree without a base');
  assert.not(permitsNames(sequence(list(0xa2, dns('test'))), [server]), 'neither permitted nor excluded');
  assert.ok(permitsNames(sequence(list(0xa0, dns('example')), list(0xa1, dns('test'))), [server]));
  assert.ok(permitsNames(permitted(dns('EXAMPLE'), uri('.test'), der(0x81, Buffer.from('test'))), [server]));
});

test('an address is looked for among the addresses, and a name of any other kind is not permitted', () => {
  const local = permitted(ip(10, 0, 0, 0, 255, 0, 0, 0));
  assert.ok(permitsNames(local, [certificate('A server', false, ip(10, 1, 2, 3))]));
  assert.not(permitsNames(local, [certificate('A server', false, ip(11, 1, 2, 3))]));
  assert.not(permitsNames(local, [certificate('A server', false, ip(10, 1, 2, 3), ip(11, 1, 2, 3))]));
  assert.not(permitsNames(local, [certificate('A server', false, ip(10, 1, 2))]));
  assert.not(permitsNames(local, [certificate('A server', false, der(0x86, Buffer.from([10, 1, 2, 3])))]));
  assert.not(
    permitsNames(permitted(dns('example')), [certificate('A server', false, dns('till.example'), uri('a:b'))]),
  );
  const letters = permitted(ip(65, 90, 0, 0, 255, 255, 0, 0));
  assert.ok(permitsNames(letters, [certificate('A server', false, ip(65, 90, 2, 3))]), 'octets that are also letters');
  const net = [0xfd, ...Array<number>(15).fill(0)];
  const local6 = permitted(ip(...net, 0xff, ...Array<number>(15).fill(0)));
  assert.ok(permitsNames(local6, [certificate('A server', false, ip(0xfd, ...net.slice(1, 15), 7))]));
  assert.not(permitsNames(local6, [certificate('A server', false, ip(0xfe, ...net.slice(1, 15), 7))]));
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

test('a mail address in a subject is not checked, so that a server or an authority with one is not permitted', () => {
  const constraints = permitted(dns('example'));
  const withMail = (...plan: Parameters<typeof planOf>): X509Certificate =>
    new X509Certificate(pemOf(encodeCertificate({ ...planOf(...plan), mailAddress: 'till@test' })));
  assert.not(permitsNames(constraints, [withMail('A server', false, [dns('till.example')])]));
  assert.not(permitsNames(constraints, [server, withMail('Between', true, [])]));
});

test.run();
