import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { networkOf } from '../../src/api/network.js';

test('an IPv4 address counts for itself, in the clothes of IPv6 too', () => {
  assert.is(networkOf('192.168.1.7'), '192.168.1.7');
  assert.is(networkOf('::ffff:192.168.1.7'), '192.168.1.7');
  assert.is.not(networkOf('::ffff:192.168.1.8'), networkOf('::ffff:192.168.1.7'));
});

test('all addresses of an IPv6 /64 count together, however they are written', () => {
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

test('neighbouring networks count apart', () => {
  const networks = ['2001:db8::1', '2001:db8:0:1::1', '2001:db8:1::1', '2001:db9::1', '2001::db8:0:0:0:1'];
  assert.is(new Set(networks.map(networkOf)).size, networks.length);
});

test.run();
