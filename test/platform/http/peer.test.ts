import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { peerOf } from '../../../src/platform/http/peer.js';

const networkOf = (address: string): string => peerOf(address).network;

test('an IPv4 address counts for itself, also when it is mapped into IPv6', () => {
  assert.equal(peerOf('192.168.1.7'), { address: '192.168.1.7', network: '192.168.1.7', isLocal: false });
  assert.equal(peerOf('::ffff:192.168.1.7'), peerOf('192.168.1.7'));
  assert.is.not(networkOf('::ffff:192.168.1.8'), networkOf('::ffff:192.168.1.7'));
});

test('all addresses of an IPv6 /64 are one network, however they are written', () => {
  const same = [
    '2001:db8:0:5::1',
    '2001:db8:0:5:ffff:ffff:ffff:ffff',
    '2001:DB8:0:5:0:0:0:1',
    '2001:0db8:0000:0005::',
    '2001:db8:0:5::10.0.0.1',
    '2001:db8:0:5:0:0:10.0.0.1',
  ];
  for (const address of same) assert.is(networkOf(address), '2001:db8:0:5::/64', address);
  assert.is(networkOf('fe80::1%wlan0'), 'fe80:0:0:0::/64');
  assert.is(networkOf('::1:2:3:4:5:6:7'), '0:1:2:3::/64');
});

test('each address of an IPv6 network is a peer of its own, and so is the same one on another interface', () => {
  const addresses = ['fe80::1%wlan0', 'fe80::2%wlan0', 'fe80::1%eth0'].map((address) => peerOf(address).address);
  assert.is(new Set(addresses).size, 3);
});

test('neighbouring networks are different ones', () => {
  const networks = ['2001:db8::1', '2001:db8:0:1::1', '2001:db8:1::1', '2001:db9::1', '2001::db8:0:0:0:1'];
  assert.is(new Set(networks.map(networkOf)).size, networks.length);
});

test('only the address that programs on the box itself get is local', () => {
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) assert.ok(peerOf(address).isLocal, address);
  for (const address of ['127.0.0.66', '192.168.1.7', '::2', '']) assert.not.ok(peerOf(address).isLocal, address);
});

test.run();
