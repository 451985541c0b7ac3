import { X509Certificate } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { needsRenewal } from '../../../src/platform/tls/open.js';
import { contents, DAY, newFolder, open, SHOP, trusted } from './box.js';

const leafOf = (tls: { server: { cert: string } }) => new X509Certificate(tls.server.cert);

test('the first start makes an authority and a server certificate, with files for the service alone', async () => {
  const folder = newFolder();
  const tls = await open(folder);
  assert.is(tls.issued, 'none-yet');
  assert.is(tls.isCaNew, true);
  assert.is(tls.caPath, join(folder, 'ca.pem'));
  const files = contents(folder);
  assert.equal(Object.keys(files), ['ca.key', 'ca.pem', 'server.key', 'server.pem']);
  assert.is(files['ca.pem'], tls.ca);
  assert.is(files['server.key'], tls.server.key);
  assert.is(files['server.pem'], tls.server.cert);
  for (const name of Object.keys(files)) assert.is(fs.statSync(join(folder, name)).mode & 0o777, 0o600, name);
  assert.is(fs.statSync(folder).mode & 0o777, 0o700);
});

test('the next start finds both and changes nothing', async () => {
  const folder = newFolder();
  const first = await open(folder);
  const files = contents(folder);
  const second = await open(folder, { now: SHOP.now + DAY });
  assert.equal(second, { ...first, issued: null, isCaNew: false });
  assert.equal(contents(folder), files);
});

test('the certificate covers localhost, loopback, the host name, <host name>.local and the addresses', async () => {
  const tls = await open(newFolder());
  const leaf = leafOf(tls);
  for (const name of ['localhost', 'kasa', 'kasa.local']) assert.is(leaf.checkHost(name), name);
  for (const address of ['127.0.0.1', '::1', '192.168.1.20', 'fe80::1']) assert.is(leaf.checkIP(address), address);
  assert.is(leaf.checkHost('other.local'), undefined);
  assert.equal(tls.names, ['localhost', '127.0.0.1', '::1', 'kasa', 'kasa.local', '192.168.1.20', 'fe80::1']);
  assert.equal(tls.uncertifiable, []);
});

test('the authority lasts 20 years, the server certificate no longer than Apple accepts', async () => {
  const tls = await open(newFolder());
  const leaf = leafOf(tls);
  assert.is(tls.server.notAfter, Date.parse(leaf.validTo));
  assert.is(Date.parse(leaf.validFrom), SHOP.now - 2 * DAY);
  assert.is(tls.server.notAfter - Date.parse(leaf.validFrom), 397 * DAY);
  assert.is(tls.caNotAfter, SHOP.now + 20 * 365.25 * DAY);
  assert.is(tls.caNotAfter, Date.parse(new X509Certificate(tls.ca).validTo));
});

test('serial numbers are positive, of 128 bits, and differ', async () => {
  const tls = [await open(newFolder()), await open(newFolder())];
  const serials = tls.flatMap(({ ca, server }) =>
    [ca, server.cert].map((pem) => new X509Certificate(pem).serialNumber),
  );
  for (const serial of serials) assert.match(serial, /^[4-7][0-9A-F]{31}$/);
  assert.is(new Set(serials).size, 4);
});

test('30 days before its end the server certificate is renewed with a new key, and ca.pem stays to the byte', async () => {
  const folder = newFolder();
  const first = await open(folder);
  const due = first.server.notAfter - 30 * DAY;
  assert.is(needsRenewal(first, trusted({ ...SHOP, now: due })), null);
  assert.is(needsRenewal(first, trusted({ ...SHOP, now: due + 1 })), 'ends-soon');
  const renewed = await open(folder, { now: due + 1 });
  assert.is(renewed.issued, 'ends-soon');
  assert.is(renewed.server.notAfter, Math.floor((due + 1) / 1000) * 1000 + 395 * DAY);
  assert.is.not(renewed.server.key, first.server.key);
  assert.is(renewed.ca, first.ca);
  assert.is(contents(folder)['ca.pem'], first.ca);
  assert.is(contents(folder)['server.pem'], renewed.server.cert);
  assert.is(needsRenewal(renewed, trusted({ ...SHOP, now: due + 1 })), null);
});

test('a new address renews the server certificate, one that is gone does not', async () => {
  const folder = newFolder();
  const first = await open(folder);
  const moved = { ...SHOP, addresses: ['10.1.2.3'] };
  assert.is(needsRenewal(first, trusted({ ...SHOP, addresses: [] })), null);
  assert.is(needsRenewal(first, trusted(moved)), 'name-missing');
  const renewed = await open(folder, moved);
  assert.is(renewed.issued, 'name-missing');
  assert.is(leafOf(renewed).checkIP('10.1.2.3'), '10.1.2.3');
  assert.is(renewed.ca, first.ca);
  assert.is(needsRenewal(renewed, trusted(moved)), null);
});

test('a host name or a public address of the first start is covered; of those that come later only what is local', async () => {
  const folder = newFolder();
  const first = await open(folder, { addresses: ['203.0.113.7', '2001:db8::7'] });
  assert.is(leafOf(first).checkIP('203.0.113.7'), '203.0.113.7');
  assert.equal(first.uncertifiable, []);

  const later = { hostName: 'blagajna', addresses: ['203.0.113.8', '192.168.1.21'] };
  const second = await open(folder, later);
  assert.is(second.issued, 'name-missing');
  assert.equal(second.names, ['localhost', '127.0.0.1', '::1', 'blagajna.local', '192.168.1.21']);
  assert.equal(second.uncertifiable, ['blagajna', '203.0.113.8']);
  assert.is(second.ca, first.ca);
  assert.is(leafOf(second).checkIP('203.0.113.8'), undefined);

  const third = await open(folder, later);
  assert.is(third.issued, null, 'what is left out does not renew it again and again');
  assert.equal(third.uncertifiable, second.uncertifiable);
});

test('certificates made under a clock of 1970 are valid as soon as the clock is right', async () => {
  const folder = newFolder();
  const first = await open(folder, { now: 0 });
  for (const pem of [first.ca, first.server.cert]) {
    assert.is(Date.parse(new X509Certificate(pem).validFrom), SHOP.buildTime - 2 * DAY);
  }
  assert.is((await open(folder, { now: 1000 })).issued, null);
  assert.is((await open(folder)).issued, null);
});

test('under a clock of 1970 a good certificate is not thrown away for one that has ended already', async () => {
  const folder = newFolder();
  const first = await open(folder, { now: SHOP.buildTime + 1000 * DAY });
  assert.is(needsRenewal(first, trusted({ ...SHOP, now: 0 })), null);
  assert.is((await open(folder, { now: 0 })).server.cert, first.server.cert);
  assert.is((await open(folder, { now: 0, addresses: ['10.1.2.3'] })).issued, 'name-missing');
});

test('after a clock that was years ahead the server certificate is made again, and the authority is valid', async () => {
  const folder = newFolder();
  const first = await open(folder, { now: Date.UTC(2045, 0) });
  assert.is(needsRenewal(first, trusted()), 'not-yet-valid');
  const second = await open(folder);
  assert.is(second.issued, 'not-yet-valid');
  assert.is(second.ca, first.ca);
  assert.is(first.caNotAfter, Date.UTC(2045, 0) + 20 * 365.25 * DAY, 'beyond 2050 the form of time is another');
  assert.ok(Date.parse(new X509Certificate(second.ca).validFrom) < SHOP.buildTime);
});

/** A clock for which nothing vouches, `certain` days after the build. */
const guess = (now: number, certain = 0) => ({ now, certain: SHOP.buildTime + certain * DAY });

test('by a clock that nobody vouches for the server certificate is kept, and is renewed by the time that is certain', async () => {
  const folder = newFolder();
  const first = await open(folder);
  const end = first.server.notAfter;
  for (const now of [end - 1, end + 1, end + 1000 * DAY, Date.UTC(2099, 0)]) {
    assert.is(needsRenewal(first, trusted(guess(now))), null);
  }
  assert.is(needsRenewal(first, trusted({ now: end + 1, certain: end - 30 * DAY + 1 })), 'ends-soon');
  assert.is(needsRenewal(first, trusted({ now: end })), 'ends-soon');
});

for (const [what, now] of [
  ['1970', 0],
  ['the day before the build', SHOP.buildTime - DAY],
  ['a month after the build', SHOP.buildTime + 30 * DAY],
  ['three years after the build', SHOP.buildTime + 1095 * DAY],
  ['2099', Date.UTC(2099, 0)],
] as const) {
  test(`a certificate that is issued by an untrusted clock of ${what} is valid from the build on, for a year and longer`, async () => {
    const { server, ca } = await open(newFolder(), guess(now));
    for (const pem of [ca, server.cert]) {
      assert.is(Date.parse(new X509Certificate(pem).validFrom), SHOP.buildTime - 2 * DAY);
    }
    assert.is(server.notAfter, SHOP.buildTime + 395 * DAY);
  });
}

test('a certificate begins at the newest time that is certain, whatever the clock shows', async () => {
  const leaf = leafOf(await open(newFolder(), guess(SHOP.buildTime + 5000 * DAY, 1000)));
  assert.is(Date.parse(leaf.validFrom), SHOP.buildTime + 998 * DAY);
  assert.is(Date.parse(leaf.validTo) - Date.parse(leaf.validFrom), 397 * DAY);
});

test.run();
