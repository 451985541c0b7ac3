import 'reflect-metadata'; // the ASN.1 library's own requirement, before it
import * as x509 from '@peculiar/x509';
import { X509Certificate, webcrypto } from 'node:crypto';
import { createServer } from 'node:tls';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { HttpChannel } from '../../../../src/processors/pfr/http/channel.js';
import { isValidAtSomeTime } from '../../../../src/processors/pfr/http/chainWithoutTime.js';
import { TestAuthority } from '../../../kit/pfr/certificates.js';
import { testAuthority } from '../../../kit/smtp/certificate.js';
import { bits, der, integer, sequence } from './chains/certificate.js';
import { afterRequest, ANSWER, base, during, INVOICE, outcomeText } from './servers.js';

const DAY = 86_400_000;
const NOW = Date.now();
const TOMORROW = { from: NOW + DAY, until: NOW + 30 * DAY };
const YESTERDAY = { from: NOW - 30 * DAY, until: NOW - DAY / 2 };

interface Identity {
  readonly key: string;
  readonly cert: string;
}

const authority = TestAuthority.create();

async function identity(by: TestAuthority, validity: typeof TOMORROW, name = '127.0.0.1'): Promise<Identity> {
  const { key, certificate } = await by.server([name], validity);
  return { key, cert: certificate };
}

/** How an exchange with this server ends; the requests that have reached it are counted. */
async function ask(server: Identity, ca: string, isClockTrusted: boolean, times = 1) {
  const seen = { requests: 0, resumed: 0, ends: [] as string[] };
  const listening = createServer({ ...server, maxVersion: 'TLSv1.2' }, (socket) => {
    seen.resumed += Number(socket.isSessionReused());
    socket.on('error', () => undefined);
    afterRequest(socket, () => {
      seen.requests += 1;
      socket.end(ANSWER);
    });
  });
  listening.on('tlsClientError', () => undefined);
  await during(listening, async (port) => {
    const options = { base: base(`https://127.0.0.1:${port}`), tls: { ca }, isClockTrusted: () => isClockTrusted };
    const channel = new HttpChannel(options);
    for (let i = 0; i < times; i += 1) seen.ends.push(outcomeText(await channel.exchange(INVOICE)));
  });
  return seen;
}

for (const [what, validity] of [
  ['is not valid yet', TOMORROW],
  ['has ended', YESTERDAY],
] as const) {
  test(`with a trusted clock a server whose certificate ${what} gets not a byte; with an untrusted one it is used`, async () => {
    const by = await authority;
    const server = await identity(by, validity);
    assert.equal(await ask(server, by.pem, true), { requests: 0, resumed: 0, ends: ['unsent trust'] });
    assert.equal(await ask(server, by.pem, false), { requests: 1, resumed: 0, ends: ['200 0100'] });
  });
}

test('with an untrusted clock no session is resumed, since with one the chain is not sent', async () => {
  const by = await authority;
  const server = await identity(by, TOMORROW);
  assert.equal((await ask(server, by.pem, false, 3)).resumed, 0);
});

test('with an untrusted clock a server is still refused for anything but the time', async () => {
  const [by, other] = [await authority, await TestAuthority.create()];
  const foreign = await testAuthority();
  const wrong: readonly (readonly [string, Identity, string])[] = [
    ['another authority of the same name', await identity(other, TOMORROW), by.pem],
    ['no authority at all', await identity(by, TOMORROW), ''],
    ['another name', await identity(by, TOMORROW, 'vsdc.local'), by.pem],
    ['another name, in time', await identity(by, { from: NOW - DAY, until: NOW + DAY }, 'vsdc.local'), by.pem],
    ['a certificate for clients', clientIdentity(await taxpayer(by)), by.pem],
    ['constraints of names, which are left to OpenSSL', await foreign.server('127.0.0.1', NOW - DAY), foreign.ca],
  ];
  for (const [what, server, ca] of wrong) {
    assert.equal(await ask(server, ca, false), { requests: 0, resumed: 0, ends: ['unsent trust'] }, what);
  }
});

function taxpayer(by: TestAuthority) {
  const company = { name: 'A', tin: '100000007', location: 'B', address: 'C', district: 'D' };
  return by.client({ jid: 'ABCD1234', environment: 'sandbox', company, validity: TOMORROW });
}

function clientIdentity({ key, certificate }: Awaited<ReturnType<typeof taxpayer>>): Identity {
  return { key, cert: certificate };
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

interface Made {
  readonly certificate: X509Certificate;
  readonly keys: webcrypto.CryptoKeyPair;
}

/** A certificate below `issuer`, or one that signs itself. */
async function make(
  name: string,
  issuer: Made | undefined,
  more: x509.Extension[],
  validity = TOMORROW,
): Promise<Made> {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const made = await x509.X509CertificateGenerator.create(
    {
      ...{ subject: `CN=${name}`, issuer: issuer?.certificate.subject ?? `CN=${name}`, serialNumber: '4b01' },
      ...{ notBefore: new Date(validity.from), notAfter: new Date(validity.until), signingAlgorithm: ALGORITHM },
      ...{ publicKey: keys.publicKey, signingKey: (issuer?.keys ?? keys).privateKey, extensions: more },
    },
    webcrypto,
  );
  return { certificate: new X509Certificate(Buffer.from(made.rawData)), keys };
}

const above = (longest?: number) => [new x509.BasicConstraintsExtension(true, longest, true)];

test('a chain must lead to a trusted authority, whatever else was sent', async () => {
  const root = await make('root', undefined, above(1));
  const middle = await make('middle', root, above(0));
  const leaf = await make('leaf', middle, []);
  const stray = await make('stray', undefined, above());
  const chain = (...made: Made[]) => made.map(({ certificate }) => certificate);
  const believed = (ca: Made, ...made: Made[]) => isValidAtSomeTime(chain(...made), [ca.certificate], 0);
  assert.ok(believed(root, leaf, middle));
  assert.ok(believed(root, leaf, stray, root, middle), 'in whatever order');
  assert.ok(believed(middle, leaf), 'an authority in the middle may be the one that is trusted');
  assert.not(believed(root, leaf), 'what is between is missing');
  assert.not(believed(stray, leaf, middle, root));
  assert.not(believed(root));
});

test('a certificate that is not an authority, or has more authorities below it than it allows, certifies nobody', async () => {
  const root = await make('root', undefined, above(0));
  const middle = await make('middle', root, above());
  const none = await make('none', root, []);
  const ca = [root.certificate];
  for (const issuer of [middle, none]) {
    const leaf = await make('leaf', issuer, []);
    assert.not(isValidAtSomeTime([leaf.certificate, issuer.certificate], ca, 0));
  }
  assert.ok(isValidAtSomeTime([(await make('leaf', root, [])).certificate], ca, 0));
});

test('a chain with an unknown critical extension, or a key for another usage, is refused', async () => {
  const root = await make('root', undefined, above());
  const believed = async (extension: x509.Extension) =>
    isValidAtSomeTime([(await make('leaf', root, [extension])).certificate], [root.certificate], 0);
  const unknown = (isCritical: boolean) => new x509.Extension('1.2.3.4.5', isCritical, new Uint8Array([5, 0]));
  assert.not(await believed(unknown(true)));
  assert.ok(await believed(unknown(false)));
  const { digitalSignature, keyEncipherment, keyAgreement, keyCertSign } = x509.KeyUsageFlags;
  for (const usage of [digitalSignature, keyEncipherment, keyAgreement]) {
    assert.ok(await believed(new x509.KeyUsagesExtension(usage, true)));
  }
  assert.not(await believed(new x509.KeyUsagesExtension(keyCertSign, true)));
});

const named = (...names: string[]) =>
  new x509.SubjectAlternativeNameExtension(
    names.map((value) => ({ type: 'dns' as const, value })),
    true,
  );
const CLIENTS = '1.3.6.1.5.5.7.3.2';
const SERVERS = '1.3.6.1.5.5.7.3.1';
const ANY_USAGE = '2.5.29.37.0';

test('a server may have each critical extension that is checked, or that restricts nothing here', async () => {
  const root = await make('root', undefined, above());
  for (const extension of [
    named('till.example'),
    new x509.CertificatePolicyExtension(['1.2.3.4'], true),
    new x509.ExtendedKeyUsageExtension([SERVERS], true),
    new x509.BasicConstraintsExtension(false, undefined, true),
  ]) {
    const leaf = await make('leaf', root, [extension]);
    assert.ok(isValidAtSomeTime([leaf.certificate], [root.certificate], 0), extension.type);
  }
});

test('what may be used for clients only, or for whatever, certifies no server, and neither does an authority for clients', async () => {
  const root = await make('root', undefined, above());
  for (const [usages, isRight] of [
    [[SERVERS], true],
    [[CLIENTS, SERVERS], true],
    [[CLIENTS], false],
    [[ANY_USAGE], false],
  ] as const) {
    const usage = new x509.ExtendedKeyUsageExtension([...usages]);
    const middle = await make('middle', root, [...above(), usage]);
    const direct = await make('leaf', root, [usage]);
    const below = await make('leaf', middle, []);
    assert.is(isValidAtSomeTime([direct.certificate], [root.certificate], 0), isRight, usages.join());
    const chain = [below.certificate, middle.certificate];
    assert.is(isValidAtSomeTime(chain, [root.certificate], 0), isRight, usages.join());
  }
});

test('a chain with a restriction that is not checked here is refused, also when that is not critical', async () => {
  const root = await make('root', undefined, above());
  for (const [oid, value] of [
    ['2.5.29.36', sequence(der(0x80, Buffer.from([0])))],
    ['2.5.29.54', integer(0)],
    // For servers, and for authorities that certify them.
    ['2.16.840.1.113730.1.1', bits(0x44)],
  ] as const) {
    const extension = new x509.Extension(oid, false, value);
    const direct = await make('leaf', root, [extension]);
    assert.not(isValidAtSomeTime([direct.certificate], [root.certificate], 0), oid);
    const middle = await make('middle', root, [...above(), extension]);
    const below = await make('leaf', middle, []);
    assert.not(isValidAtSomeTime([below.certificate, middle.certificate], [root.certificate], 0), oid);
  }
});

test('constraints of names are checked where that is wanted, and refused otherwise, and always at a server', async () => {
  const domain = der(0x82, Buffer.from('example'));
  const constraints = new x509.Extension('2.5.29.30', true, sequence(der(0xa0, sequence(domain))));
  const root = await make('root', undefined, above());
  const middle = await make('middle', root, [...above(), constraints]);
  const leaf = await make('leaf', middle, [named('till.example')]);
  const other = await make('leaf', middle, [named('till.test')]);
  const withMail = await make('leaf,E=a@till.example', middle, [named('till.example')]);
  const constrained = await make('leaf', root, [named('till.example'), constraints]);
  const believed = (names: 'checked' | 'refused', ...made: Made[]): boolean =>
    isValidAtSomeTime(
      made.map(({ certificate }) => certificate),
      [root.certificate],
      0,
      { names },
    );
  assert.ok(believed('checked', leaf, middle));
  assert.not(believed('refused', leaf, middle));
  assert.not(believed('checked', other, middle));
  assert.not(believed('checked', withMail, middle), 'nobody checks its address');
  assert.not(believed('checked', constrained), 'only an authority may have constraints');
});

test('there must be a moment, not before the build, at which the whole chain is valid', async () => {
  const root = await make('root', undefined, above(), { from: NOW - DAY, until: NOW + DAY });
  const ca = [root.certificate];
  const below = async (from: number, until: number) =>
    (await make('leaf', root, [], { from: NOW + from * DAY, until: NOW + until * DAY })).certificate;
  assert.ok(isValidAtSomeTime([await below(0.5, 9)], ca, NOW));
  assert.not(isValidAtSomeTime([await below(2, 9)], ca, NOW), 'the root has ended when it begins');
  assert.not(isValidAtSomeTime([await below(-9, -2)], ca, 0), 'and begins when it has ended');
  assert.ok(isValidAtSomeTime([await below(-1, -0.5)], ca, NOW - DAY));
  assert.not(isValidAtSomeTime([await below(-1, -0.5)], ca, NOW), 'it had ended before the build');
});

test.run();
