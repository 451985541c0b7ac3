import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { addressBytes, boxAddresses, originsOf, serverNames } from '../../../src/platform/tls/names.js';

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
