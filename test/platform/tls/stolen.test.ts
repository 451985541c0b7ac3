// What a thief can do with the key of the box's authority (RFC 5280, 4.2.1.10 and 4.2.1.12), judged by `openssl verify` and by a
// handshake of Node: certificates for these names, signed with the stolen key.
import 'reflect-metadata'; // the library's own requirement, before it
import * as x509 from '@peculiar/x509';
import { execFile } from 'node:child_process';
import { createPublicKey, webcrypto } from 'node:crypto';
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import * as tlsModule from 'node:tls';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { generateKey, readKey } from '../../../src/platform/tls/authority.js';
import { renewTls, type Tls } from '../../../src/platform/tls/open.js';
import { nodeDisk } from '../../../src/base/nodeDisk.js';
import { contents, DAY, newFolder, open, SHOP, trusted } from './box.js';

const run = promisify(execFile);
const SAMPLE = join(import.meta.dirname, 'samples/without-usage');
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** The clients check against the real clock. */
const clock = () => ({ now: Date.now(), buildTime: Date.now() - DAY });
const boxCalled = (hostName: string, addresses = SHOP.addresses) =>
  open(newFolder(), { ...clock(), hostName, addresses });

type Name = readonly [type: 'dns' | 'ip' | 'email' | 'url' | 'upn', name: string];

/** A certificate for these names, and for any use, signed with the key beside `ca.pem`. */
async function stolen(folder: string, names: readonly Name[], usages: readonly string[] = []) {
  const pem = fs.readFileSync(join(folder, 'ca.pem'), 'latin1');
  const caKey = readKey(contents(folder)['ca.key'] ?? '')!;
  const leaf = generateKey();
  const certificate = await x509.X509CertificateGenerator.create({
    subject: 'CN=kasirbox',
    issuer: new x509.X509Certificate(pem).subjectName,
    publicKey: createPublicKey(leaf.key).export({ format: 'der', type: 'spki' }),
    notBefore: new Date(Date.now() - DAY),
    notAfter: new Date(Date.now() + DAY),
    signingKey: await webcrypto.subtle.importKey(
      'pkcs8',
      caKey.export({ format: 'der', type: 'pkcs8' }),
      ALGORITHM,
      false,
      ['sign'],
    ),
    signingAlgorithm: ALGORITHM,
    extensions: [
      new x509.SubjectAlternativeNameExtension(names.map(([type, name]) => new x509.GeneralName(type, name))),
      ...(usages.length === 0 ? [] : [new x509.ExtendedKeyUsageExtension([...usages])]),
    ],
  });
  const cert = certificate.toString('pem');
  const file = join(folder, 'stolen.pem');
  fs.writeFileSync(file, cert);
  return { file, cert, key: leaf.pem };
}

/** What `openssl verify` says for this purpose: `OK`, or why not. */
async function verdict(ca: string, leaf: string, purpose = 'sslserver'): Promise<string> {
  const only = ['-no-CAfile', '-no-CApath', '-no-CAstore', '-purpose', purpose, '-CAfile', ca, leaf];
  return run('openssl', ['verify', ...only]).then(
    ({ stdout }) => stdout.trim().replace(`${leaf}: `, ''),
    (error: unknown) => /error \d+ at \d+ depth lookup: (.*)/.exec(String(error))?.[1] ?? String(error),
  );
}

/** What a TLS client of Node says that trusts only `ca` and asks for `servername`. */
function handshake(ca: string, identity: { cert: string; key: string }, servername: string): Promise<string> {
  const server = tlsModule.createServer(identity, (socket) => socket.end());
  server.on('tlsClientError', () => undefined);
  return new Promise<string>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      const client = tlsModule.connect({ host: '127.0.0.1', port, ca, servername }, () => {
        client.destroy();
        resolve('OK');
      });
      client.on('error', (error: Error) => resolve(error.message));
    });
  }).finally(() => server.close());
}

const GOOD: readonly Name[] = [
  ['dns', 'localhost'],
  ['dns', 'shop'],
  ['dns', 'shop.local'],
  ['dns', 'other.local'],
  ['dns', 'other.home.arpa'],
  ['ip', '127.0.0.1'],
  ['ip', '192.168.1.21'],
  ['ip', '169.254.7.7'],
  ['ip', '::1'],
  ['ip', 'fe80::1'],
  ['ip', '203.0.113.7'],
];
const BAD: readonly Name[] = [
  ['dns', 'www.google.com'],
  ['dns', 'google.com'],
  ['dns', 'com'],
  ['dns', 'rs'],
  ['dns', 'www.shop'],
  ['dns', '*.shop'],
  ['dns', 'a.b.shop'],
  ['dns', 'workshop'],
  ['dns', 'a.localhost'],
  ['dns', 'kasa.lan'],
  ['dns', 'www.purs.gov.rs'],
  ['ip', '8.8.8.8'],
  ['ip', '203.0.113.8'],
  ['ip', '172.32.0.1'],
  ['ip', '2001:db8::1'],
  ['ip', '::ffff:10.0.0.1'],
  ['email', 'direktor@banka.rs'],
  ['email', 'a@invalid'],
  ['url', 'https://www.google.com/'],
  ['url', 'https://invalid/'],
];

test('of 31 names openssl and Node accept those of the box and of its network, and no others', async () => {
  const { caPath, ca } = await boxCalled('shop', [...SHOP.addresses, '203.0.113.7']);
  const folder = dirname(caPath);
  for (const name of [...GOOD, ...BAD]) {
    const isGood = GOOD.includes(name);
    const wanted = isGood ? /^OK$/ : /permitted subtree violation|excluded subtree violation/;
    const leaf = await stolen(folder, [['dns', 'localhost'], name]);
    assert.match(await verdict(caPath, leaf.file), wanted, name.join(' '));
    assert.match(await handshake(ca, leaf, 'localhost'), wanted, `Node, ${name.join(' ')}`);
  }
});

for (const hostName of ['shop', 'box', 'rs', 'com', 'kasa1', 'kasa.example.rs']) {
  test(`a box called ${hostName} is reached by that name, and speaks for nothing below it`, async () => {
    const tls = await boxCalled(hostName);
    assert.equal(tls.uncertifiable, []);
    assert.is(await verdict(tls.caPath, join(dirname(tls.caPath), 'server.pem')), 'OK');
    assert.is(await handshake(tls.ca, tls.server, hostName), 'OK');
    for (const name of [`www.google.${hostName}`, `www.${hostName}`, `*.${hostName}`]) {
      const leaf = await stolen(dirname(tls.caPath), [['dns', name]]);
      assert.is(await verdict(tls.caPath, leaf.file), 'excluded subtree violation', name);
      assert.is(await handshake(tls.ca, leaf, name.replace('*', 'www')), 'excluded subtree violation', name);
    }
  });
}

test('what a stolen key signs is good for a server, and not for a person, an e-mail or a program', async () => {
  const { caPath } = await boxCalled('kasa');
  const every = Object.values(x509.ExtendedKeyUsage);
  const leaf = await stolen(dirname(caPath), [['dns', 'kasa']], every);
  assert.is(await verdict(caPath, leaf.file), 'OK');
  for (const purpose of ['sslclient', 'smimesign', 'smimeencrypt', 'timestampsign']) {
    assert.match(await verdict(caPath, leaf.file, purpose), /unsuitable|unsupported|invalid/, purpose);
  }
});

/** A copy of what a release without these limits has made, for a box called `kasa`. */
async function oldBox(hostName = 'kasa'): Promise<{ folder: string; tls: Tls }> {
  const folder = newFolder();
  fs.cpSync(SAMPLE, folder, { recursive: true });
  return { folder, tls: await open(folder, { ...clock(), hostName, addresses: SHOP.addresses }) };
}

test('an authority of an earlier release stays as it is, and is known as such', async () => {
  const { tls } = await oldBox();
  assert.is(tls.isCaStrict, false);
  assert.is(tls.isCaNew, false);
  assert.is(tls.ca, fs.readFileSync(join(SAMPLE, 'ca.pem'), 'latin1'));
  assert.is((await boxCalled('kasa')).isCaStrict, true);
});

test('renewed, it is a strict one under the same key: tablets with either certificate reach the box', async () => {
  const { folder, tls: old } = await oldBox();
  const oldCa = join(folder, 'old.pem');
  fs.writeFileSync(oldCa, old.ca);
  const forger = await stolen(folder, [['dns', 'www.kasa']]);
  assert.is(await verdict(oldCa, forger.file), 'OK', 'the fault that is mended');

  const renewed = await renewTls({ ...trusted(clock()), disk: nodeDisk, folder });
  assert.ok(renewed.ok);
  const tls = renewed.value;
  assert.is(tls.isCaStrict, true);
  assert.is(tls.isCaNew, true);
  assert.is(tls.issued, 'other-authority');
  for (const ca of [old.ca, tls.ca]) assert.is(await handshake(ca, tls.server, 'kasa'), 'OK');
  assert.is(await verdict(tls.caPath, forger.file), 'excluded subtree violation');
  assert.equal(contents(folder)['ca.key'], contents(SAMPLE)['ca.key']);
  const again = await open(folder, clock());
  assert.is(again.issued, null);
  assert.is(again.ca, tls.ca);
});

test('renewed after the box has got another name, it leaves that out, which would be void to those who trust the earlier one', async () => {
  const { folder, tls } = await oldBox('blagajna');
  assert.equal(tls.uncertifiable, ['blagajna']);
  const renewed = await renewTls({ ...trusted({ ...clock(), hostName: 'blagajna' }), disk: nodeDisk, folder });
  assert.ok(renewed.ok);
  assert.equal(renewed.value.uncertifiable, ['blagajna']);
  for (const ca of [tls.ca, renewed.value.ca]) {
    assert.is(await handshake(ca, renewed.value.server, 'blagajna.local'), 'OK');
  }
});

test.run();
