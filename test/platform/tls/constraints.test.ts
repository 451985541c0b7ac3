import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { generateKey } from '../../../src/platform/tls/authority.js';
import {
  addressBytes,
  areStrict,
  boxAddresses,
  constraintsFor,
  encodeConstraints,
  originsOf,
  permits,
  readConstraints,
  serverNames,
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

test('the server is called localhost, loopback, the host name, the host name under .local, and its addresses', () => {
  assert.equal(serverNames('kasa', ['192.168.1.20', 'fd00::2']), [
    'localhost',
    '127.0.0.1',
    '::1',
    'kasa',
    'kasa.local',
    '192.168.1.20',
    'fd00::2',
  ]);
});

test('a host name is taken in lower case, and one with a domain also by its first label', () => {
  assert.equal(serverNames('Kasa-2', []).slice(3), ['kasa-2', 'kasa-2.local']);
  assert.equal(serverNames('kasa.lan', []).slice(3), ['kasa.lan', 'kasa.lan.local', 'kasa.local']);
});

test('each name appears once, whatever its spelling', () => {
  assert.equal(serverNames('localhost', ['127.0.0.1', '0:0:0:0:0:0:0:1', 'FE80::1%eth0', 'fe80::1']), [
    'localhost',
    '127.0.0.1',
    '::1',
    'localhost.local',
    'fe80::1',
  ]);
});

test('a host name that is no DNS name is left out, and so is an address that is none', () => {
  const none = ['localhost', '127.0.0.1', '::1'];
  for (const hostName of ['', '(none)', 'каса', '-kasa', 'kasa.', 'a..b', '10.0.0.1', 'x'.repeat(64)]) {
    assert.equal(serverNames(hostName, ['', 'kasa', '1.2.3', '1.2.3.4.5']), none, hostName);
  }
});

test('a host name so long that only .local does not fit keeps the rest', () => {
  const long = `${'a'.repeat(62)}.`.repeat(4).slice(0, 250);
  assert.equal(serverNames(long, []).slice(3), [long, `${'a'.repeat(62)}.local`]);
});

test('addresses become the bytes of a certificate', () => {
  assert.is(addressBytes('192.168.1.20')?.toString('hex'), 'c0a80114');
  assert.is(addressBytes('::')?.toString('hex'), '0'.repeat(32));
  assert.is(addressBytes('fe80::12:3')?.toString('hex'), 'fe800000000000000000000000120003');
  assert.is(addressBytes('2001:db8::')?.toString('hex'), '20010db8000000000000000000000000');
  assert.is(addressBytes('1:2:3:4:5:6:7:8')?.toString('hex'), '00010002000300040005000600070008');
  assert.is(addressBytes('::ffff:10.0.0.1')?.toString('hex'), '00000000000000000000ffff0a000001');
  assert.is(addressBytes('fe80::1%eth0')?.toString('hex'), 'fe800000000000000000000000000001');
  assert.is(addressBytes('kasa.local'), null);
});

test('the addresses of this machine are all there, without zone', () => {
  const addresses = boxAddresses();
  assert.equal(addresses.slice(0, 2), ['127.0.0.1', '::1']);
  const external = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ internal }) => !internal);
  const bytes = (list: readonly string[]) => new Set(list.map((address) => addressBytes(address)?.toString('hex')));
  assert.equal(bytes(addresses.slice(2)), bytes(external.map(({ address }) => address)));
  assert.ok(addresses.every((address) => isIP(address) !== 0 && !address.includes('%')));
});

test('tablets are told the name of the box first, then the addresses at which it listens and that others can use', () => {
  const own = ['127.0.0.1', '::1', '192.168.1.20', 'fd00::2', 'fe80::1'];
  const told = (host: string, port = 8443): string[] => originsOf({ host, port }, 'Kasa.lan', own);
  assert.equal(told('0.0.0.0'), ['https://kasa.local:8443', 'https://192.168.1.20:8443']);
  assert.equal(told('::', 443), ['https://kasa.local', 'https://192.168.1.20', 'https://[fd00::2]']);
  assert.equal(told('192.168.1.20'), ['https://kasa.local:8443', 'https://192.168.1.20:8443']);
  assert.equal(told('kasa.example.rs'), ['https://kasa.local:8443']);
  for (const host of ['localhost', '127.0.0.1', '::1']) assert.equal(told(host), ['https://localhost:8443'], host);
});

test.run();
