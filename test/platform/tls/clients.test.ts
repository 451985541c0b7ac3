import { execFile } from 'node:child_process';
import * as fs from 'node:fs';
import * as https from 'node:https';
import { type AddressInfo, isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { generateKey, readKey } from '../../../src/platform/tls/authority.js';
import { issueServer } from '../../../src/platform/tls/issue.js';
import type { Tls } from '../../../src/platform/tls/open.js';
import { contents, DAY, newFolder, open } from './box.js';

const run = promisify(execFile);

type Identity = Pick<Tls['server'], 'key' | 'cert'>;

/** The clients check against the real clock. */
const today = () => open(newFolder(), { now: Date.now(), buildTime: Date.now() - DAY });

/** Runs a real HTTPS server on a free loopback port while `use` runs. */
async function serving(identity: Identity, address: string, use: (port: number) => Promise<void>): Promise<void> {
  const server = https.createServer({ key: identity.key, cert: identity.cert }, (_request, response) =>
    response.end('ok'),
  );
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  try {
    await use((server.address() as AddressInfo).port);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

/** Everything resolves to loopback here. */
const lookup: LookupFunction = (_host, { all }, done) =>
  all === true ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4);

/** What a Node client says that trusts only `ca`: the body, or why it refuses. */
function nodeClient(ca: string, host: string, port: number): Promise<string> {
  return new Promise((resolve) => {
    const request = https.get({ host, port, ca, lookup, agent: false }, (response) => {
      response.setEncoding('utf8').on('data', resolve);
    });
    request.on('error', (error) => resolve(error.message));
  });
}

/** What curl says that trusts only the file `ca`: the body, or why it refuses. */
async function curl(ca: string, host: string, port: number): Promise<string> {
  const resolving = ['--resolve', `${host}:${port}:127.0.0.1`, '--noproxy', '*'];
  const args = ['-sS', '--max-time', '20', '--cacert', ca, ...resolving, `https://${host}:${port}/`];
  return run('curl', args).then(
    ({ stdout }) => stdout,
    (error: unknown) => String(error),
  );
}

/** What a thief of the box can make: a certificate for any names, signed with the key of its authority. */
async function stolen(tls: Tls, names: readonly string[]): Promise<Identity> {
  const caKey = readKey(contents(dirname(tls.caPath))['ca.key'] ?? '')!;
  const { key, pem } = generateKey();
  const validity = { from: Date.now() - DAY, until: Date.now() + DAY };
  return { key: pem, cert: (await issueServer(key, names, { pem: tls.ca, key: caKey }, validity)) + tls.ca };
}

test('clients that trust only ca.pem reach the box by localhost, by address and by its names', async () => {
  const tls = await today();
  await serving(tls.server, '127.0.0.1', async (port) => {
    for (const host of ['localhost', '127.0.0.1', 'kasa', 'kasa.local']) {
      assert.is(await nodeClient(tls.ca, host, port), 'ok', `node, ${host}`);
      assert.is(await curl(tls.caPath, host, port), 'ok', `curl, ${host}`);
    }
  });
});

test('clients that trust only ca.pem reach the box by IPv6, where the machine has it', async () => {
  const tls = await today();
  const own = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const [address, host] = own.some((one) => one.address === '::1') ? ['::1', '[::1]'] : ['127.0.0.1', '127.0.0.1'];
  await serving(tls.server, address, async (port) => {
    assert.is(await nodeClient(tls.ca, address, port), 'ok');
    const { stdout } = await run('curl', ['-sS', '--noproxy', '*', '--cacert', tls.caPath, `https://${host}:${port}/`]);
    assert.is(stdout, 'ok');
  });
});

test('a client that does not trust ca.pem, or asks for another name, is refused', async () => {
  const [tls, other] = [await today(), await today()];
  await serving(tls.server, '127.0.0.1', async (port) => {
    assert.match(await nodeClient(other.ca, 'localhost', port), /self-signed certificate in certificate chain/);
    assert.match(await nodeClient(tls.ca, 'other.local', port), /does not match certificate's altnames/);
    assert.match(await curl(tls.caPath, 'other.local', port), /no alternative certificate subject name matches/);
  });
});

test('a stolen authority cannot speak for the Internet', async () => {
  const tls = await today();
  for (const name of ['example.com', 'www.purs.gov.rs', 'notlocal', '8.8.8.8', '2001:db8::1']) {
    const identity = await stolen(tls, ['localhost', name]);
    await serving(identity, '127.0.0.1', async (port) => {
      // Even by the name that is permitted: the certificate as a whole is void.
      for (const host of isIP(name) === 0 ? ['localhost', name] : ['localhost']) {
        assert.match(await nodeClient(tls.ca, host, port), /permitted subtree violation/, `node, ${name}, ${host}`);
        assert.match(await curl(tls.caPath, host, port), /permitted subtree violation/, `curl, ${name}, ${host}`);
      }
    });
  }
});

test('what the authority permits for later, clients accept', async () => {
  const tls = await today();
  const later = ['blagajna.local', 'b.internal', 'b.home.arpa', '10.9.8.7', '172.20.0.1', '100.100.0.1', 'fd12::1'];
  await serving(await stolen(tls, ['localhost', ...later]), '127.0.0.1', async (port) => {
    for (const host of ['localhost', 'blagajna.local', 'b.internal', 'b.home.arpa']) {
      assert.is(await nodeClient(tls.ca, host, port), 'ok', `node, ${host}`);
      assert.is(await curl(tls.caPath, host, port), 'ok', `curl, ${host}`);
    }
  });
});

test('those who trust a lost ca.pem accept the server after ca.pem was made again from its key', async () => {
  const folder = newFolder();
  const now = Date.now();
  const first = await open(folder, { now, buildTime: now - DAY });
  fs.rmSync(first.caPath);
  const second = await open(folder, { now, buildTime: now - DAY });
  assert.is.not(second.ca, first.ca);
  await serving(second.server, '127.0.0.1', async (port) => {
    assert.is(await nodeClient(first.ca, 'localhost', port), 'ok');
    fs.writeFileSync(join(folder, 'old.pem'), first.ca);
    assert.is(await curl(join(folder, 'old.pem'), 'localhost', port), 'ok');
  });
});

/** The judgement of `openssl verify` at the strictest, as a TLS server, for the given name or address. */
async function opensslVerify(tls: Tls, at: number, check: readonly string[]): Promise<string> {
  const strict = ['-x509_strict', '-check_ss_sig', '-purpose', 'sslserver', '-policy_check'];
  const time = ['-attime', String(Math.floor(at / 1000))];
  const leaf = join(dirname(tls.caPath), 'server.pem');
  const files = ['-no-CAfile', '-no-CApath', '-no-CAstore', '-CAfile', tls.caPath, leaf];
  return run('openssl', ['verify', ...strict, ...time, ...check, ...files]).then(
    ({ stdout }) => stdout.trim().replace(`${leaf}: `, ''),
    (error: unknown) => String(error),
  );
}

test('openssl finds nothing to say against the certificates at its strictest', async () => {
  const now = Date.now();
  const addresses = ['192.168.1.20', 'fe80::1', '203.0.113.7', '2001:db8::7'];
  const tls = await open(newFolder(), { now, buildTime: now - DAY, addresses });
  for (const name of ['localhost', 'kasa', 'kasa.local']) {
    assert.is(await opensslVerify(tls, now, ['-verify_hostname', name]), 'OK', name);
  }
  for (const address of ['127.0.0.1', '::1', ...addresses]) {
    assert.is(await opensslVerify(tls, now, ['-verify_ip', address]), 'OK', address);
  }
  assert.match(await opensslVerify(tls, now, ['-verify_ip', '192.168.1.21']), /IP address mismatch/);
  assert.match(await opensslVerify(tls, now - 3 * DAY, []), /certificate is not yet valid/);
  assert.match(await opensslVerify(tls, now + 396 * DAY, []), /certificate has expired/);
});

/** The extensions of the first certificate in a file, as openssl reads them, one `name: value` each. */
async function extensions(file: string): Promise<string[]> {
  const asked = 'basicConstraints,keyUsage,extendedKeyUsage,nameConstraints';
  const { stdout } = await run('openssl', ['x509', '-in', file, '-noout', '-ext', asked]);
  return stdout.split(/^X509v3 /m).flatMap((text) => (text === '' ? [] : text.replace(/\s+/g, ' ').trim()));
}

test('the authority can do nothing but sign servers, and the server certificate nothing but serve', async () => {
  const { caPath } = await today();
  const [basic, usage, extended, constraints, ...more] = await extensions(caPath);
  assert.is(basic, 'Basic Constraints: critical CA:TRUE, pathlen:0');
  assert.is(usage, 'Key Usage: critical Certificate Sign, CRL Sign');
  assert.is(extended, 'Extended Key Usage: TLS Web Server Authentication');
  assert.match(constraints ?? '', /^Name Constraints: critical Permitted: DNS:localhost DNS:local /);
  assert.match(constraints ?? '', / Excluded: DNS:\.localhost DNS:\.kasa email:invalid URI:invalid$/);
  assert.equal(more, []);
  assert.equal(await extensions(join(dirname(caPath), 'server.pem')), [
    'Key Usage: critical Digital Signature',
    'Extended Key Usage: TLS Web Server Authentication',
  ]);
});

test('openssl accepts certificates that end after 2050, when the form of their time changes', async () => {
  const now = Date.UTC(2051, 5);
  const tls = await open(newFolder(), { now, buildTime: Date.now() });
  assert.is(await opensslVerify(tls, now, ['-verify_hostname', 'localhost']), 'OK');
});

test.run();
