import { BlockList } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { generateKey } from '../../../src/platform/tls/authority.js';
import {
  areStrict,
  constraintsFor,
  encodeConstraints,
  permits,
  readConstraints,
} from '../../../src/platform/tls/constraints.js';
import { issueAuthority } from '../../../src/platform/tls/issue.js';

const VALIDITY = { from: Date.UTC(2026, 0), until: Date.UTC(2046, 0) };

async function authority(names: readonly string[]): Promise<Buffer> {
  const pem = await issueAuthority(generateKey().key, constraintsFor(names), VALIDITY);
  return Buffer.from(pem.replace(/-----.*-----/g, ''), 'base64');
}

test('local names and addresses are permitted', () => {
  const local = constraintsFor([]);
  for (const name of [
    ...['localhost', 'kasa.local', 'a.b.local', 'kasa.home.arpa', 'kasa.internal'],
    ...['127.0.0.1', '127.9.9.9', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1', '169.254.1.1'],
    ...['100.64.0.1', '100.127.255.255', '::1', 'fc00::1', 'fdff::1', 'fe80::1', 'febf::1'],
  ]) {
    assert.ok(permits(local, name), name);
  }
});

test('names and addresses of the Internet are not', () => {
  const local = constraintsFor([]);
  for (const name of [
    ...[
      'example.com',
      'notlocal',
      'xlocal',
      'local.example.com',
      'arpa',
      'evil-home.arpa',
      'kasa',
      'com',
      'kasa.lan',
      'a.localhost',
    ],
    ...['8.8.8.8', '11.0.0.0', '9.255.255.255', '172.15.255.255', '172.32.0.0', '192.167.255.255', '192.169.0.0'],
    ...['100.63.255.255', '100.128.0.0', '::', '::2', '2001:db8::1', 'fbff::1', 'fe00::1', 'fe7f::1', 'fec0::1'],
    '::ffff:10.0.0.1',
  ]) {
    assert.not(permits(local, name), name);
  }
});

test('a name or address that the box has when the authority is made is permitted, and only that one', () => {
  const permitted = constraintsFor(['kasa', 'kasa.local', '203.0.113.7', '2001:db8::7', '192.168.1.20']);
  for (const name of ['kasa', '203.0.113.7', '2001:db8::7']) assert.ok(permits(permitted, name), name);
  for (const name of ['blagajna', '203.0.113.6', '203.0.113.8', '2001:db8::6'])
    assert.not(permits(permitted, name), name);
  const [own, none] = [permitted, constraintsFor([])];
  assert.is(own.permitted.length, none.permitted.length + 3, 'what is local anyway is not listed again');
});

test('a host name of one label, or of several, is permitted without what is below it', () => {
  for (const name of ['shop', 'box', 'rs', 'com', 'kasa.example.rs']) {
    const own = constraintsFor([name]);
    assert.ok(permits(own, name), name);
    for (const below of [`www.${name}`, `a.b.${name}`, `x${name}`]) assert.not(permits(own, below), below);
  }
});

test('constraints are read back from the certificate as they were written', async () => {
  for (const names of [[], ['kasa', '203.0.113.7'], Array.from({ length: 200 }, (_, i) => `kasa-${i}.example.com`)]) {
    assert.equal(readConstraints(await authority(names)), constraintsFor(names));
  }
});

test('a certificate without name constraints permits everything', async () => {
  const bytes = await authority([]);
  bytes.writeUInt8(0x1f, bytes.indexOf(Buffer.from([0x55, 0x1d, 0x1e])) + 2);
  const none = { permitted: [], excluded: [] };
  assert.equal(readConstraints(bytes), none);
  assert.ok(permits(none, 'example.com') && permits(none, '8.8.8.8'));
  assert.not(areStrict(none));
});

test('the encoding is that of RFC 5280: lists of implicitly tagged general names, and no list that is empty', () => {
  const { permitted, excluded } = constraintsFor(['kasa', '203.0.113.7']);
  const kasa = { permitted: permitted.slice(-4, -2), excluded: excluded.slice(1, 2) };
  const own = ['a014', '30068204', Buffer.from('kasa').toString('hex'), '300a8708', 'cb007107', 'ffffffff'];
  const below = ['a109', '30078205', Buffer.from('.kasa').toString('hex')];
  assert.is(encodeConstraints(kasa).toString('hex'), ['3021', ...own, ...below].join(''));
  assert.is(encodeConstraints({ ...kasa, excluded: [] }).toString('hex'), ['3016', ...own].join(''));
});

test('the ranges agree with the block list of Node for every leading 16 bits', () => {
  const oracle = new BlockList();
  oracle.addSubnet('127.0.0.0', 8);
  oracle.addSubnet('10.0.0.0', 8);
  oracle.addSubnet('172.16.0.0', 12);
  oracle.addSubnet('192.168.0.0', 16);
  oracle.addSubnet('169.254.0.0', 16);
  oracle.addSubnet('100.64.0.0', 10);
  oracle.addSubnet('fc00::', 7, 'ipv6');
  oracle.addSubnet('fe80::', 10, 'ipv6');
  const local = constraintsFor([]);
  const different: string[] = [];
  for (let leading = 0; leading < 0x10000; leading++) {
    const four = `${leading >> 8}.${leading & 0xff}.255.0`;
    const six = `${leading.toString(16)}::ffff:0:1`;
    if (permits(local, four) !== oracle.check(four)) different.push(four);
    if (permits(local, six) !== oracle.check(six, 'ipv6')) different.push(six);
  }
  assert.equal(different, []);
});

test.run();
