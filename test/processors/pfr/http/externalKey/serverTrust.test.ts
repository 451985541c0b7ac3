import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { distrustOf } from '../../../../../src/processors/pfr/http/externalKey/serverTrust.js';
import type { TrustRule } from '../../../../../src/processors/pfr/http/externalKey/messages.js';
import { pinOf } from '../../../../../src/processors/pfr/http/peerCertificate.js';
import { newFolder } from '../../../../kit/folder.js';
import { Random } from '../../../../kit/random.js';
import { type CertificatePlan, der, encodeCertificate, pemOf, sequence } from '../chains/certificate.js';
import { type ChainPlan, CLIENT_AUTHENTICATION, leafOf, MOMENT, newPlan, rightChain, rootOf } from '../chains/plan.js';

const HOST = 'server.example';
const DAY = 86_400;

interface Case {
  readonly change?: (chain: ChainPlan, random: Random) => void;
  readonly host?: string;
  readonly trustRule?: TrustRule;
}

/** A chain of this seed, changed so, as the server sends it and as it is trusted. */
function chainOf(change: (chain: ChainPlan, random: Random) => void = () => undefined, seed = 7) {
  const random = new Random(seed);
  const chain = rightChain(random);
  change(chain, random);
  const known = new Map<CertificatePlan, Buffer>();
  const encoded = (plan: CertificatePlan): Buffer => {
    const bytes = known.get(plan) ?? encodeCertificate(plan);
    known.set(plan, bytes);
    return bytes;
  };
  return { der: [leafOf(chain), ...chain.sent].map(encoded), anchors: chain.anchors.map(encoded) };
}

function told({ change, host = HOST, trustRule = { by: 'clock' } }: Case): string | undefined {
  const { der: sent, anchors } = chainOf(change);
  const ca = anchors.map(pemOf).join('');
  return distrustOf(sent, { host, ca, trustRule, reportsKey: false }, MOMENT * 1000)?.detail;
}

const expired = (chain: ChainPlan): void => void (leafOf(chain).until = MOMENT - 1);
const early = (chain: ChainPlan): void => void (rootOf(chain).from = MOMENT + DAY);

const CASES: readonly [string, Case, string | undefined][] = [
  ['a right chain', {}, undefined],
  ['another host', { host: 'other.example' }, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['an address that it does not name', { host: '127.0.0.1' }, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['an expired certificate', { change: expired }, 'CERT_HAS_EXPIRED'],
  ['an authority that is not valid yet', { change: early }, 'CERT_NOT_YET_VALID'],
  [
    'an unknown authority',
    { change: (chain, random) => void (chain.anchors = [newPlan('Root', 'rsa-c', true, random)]) },
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  ],
  [
    'no authority at all',
    { change: (chain) => void Object.assign(leafOf(chain), { issuer: HOST, signer: leafOf(chain).key }) },
    'DEPTH_ZERO_SELF_SIGNED_CERT',
  ],
  [
    'a certificate for clients',
    { change: (chain) => void (leafOf(chain).extendedKeyUsage = [CLIENT_AUTHENTICATION]) },
    'CERT_UNTRUSTED',
  ],
  ['a signature with SHA-1', { change: (chain) => void (leafOf(chain).digest = 'sha1') }, 'CERT_UNTRUSTED'],
  [
    'a broken signature',
    { change: (chain) => void (leafOf(chain).isSignatureDamaged = true) },
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  ],
  ['an expired one, without a clock', { change: expired, trustRule: { by: 'chain', earliest: 0 } }, undefined],
  [
    'one that expired before the program was built, without a clock',
    { change: expired, trustRule: { by: 'chain', earliest: (MOMENT + DAY) * 1000 } },
    'CERT_HAS_EXPIRED',
  ],
];

for (const [name, one, expected] of CASES) {
  test(`${name}: ${expected ?? 'trusted'}`, () => assert.is(told(one), expected));
}

test('a pinned key is trusted whoever certifies it, and no other, whose pin is told', () => {
  const { der: sent } = chainOf(expired);
  const pin = pinOf(new X509Certificate(sent[0]!))!;
  const at = (by: string, reportsKey = true) =>
    distrustOf(sent, { host: 'any', ca: '', trustRule: { by: 'pin', pin: by }, reportsKey }, 0);
  assert.is(at(pin), undefined);
  assert.equal(at('sha256/AAAA'), { cause: 'pin', detail: 'EKEYREJECTED', seen: pin });
  assert.equal(at('sha256/AAAA', false), { cause: 'pin', detail: 'EKEYREJECTED' });
});

test('no certificate, and what is none, is not trusted', () => {
  const options = { host: HOST, ca: '', trustRule: { by: 'clock' }, reportsKey: true } as const;
  for (const sent of [[], [Buffer.alloc(0)], [Buffer.from('300102', 'hex')]]) {
    assert.is(distrustOf(sent, options, 0)?.cause, 'trust');
  }
});

const PERMITTED = 0xa0;
const EXCLUDED = 0xa1;
const dns = (text: string): Buffer => der(0x82, Buffer.from(text));
const address = (hex: string): Buffer => der(0x87, Buffer.from(hex, 'hex'));
const mail = (text: string): Buffer => der(0x81, Buffer.from(text));
const uri = (text: string): Buffer => der(0x86, Buffer.from(text));
const list = (tag: number, ...bases: Buffer[]): Buffer => der(tag, ...bases.map((base) => sequence(base)));

/** Names of the server, constraints of its root, and whether we take it. */
const CONSTRAINED: readonly [string, readonly Buffer[], readonly Buffer[], boolean][] = [
  ['its name', [dns(HOST)], [list(PERMITTED, dns(HOST))], true],
  ['its name in capitals', [dns(HOST)], [list(PERMITTED, dns('SERVER.Example'))], true],
  ['its domain', [dns(HOST)], [list(PERMITTED, dns('example'))], true],
  ['what is below its name', [dns(HOST)], [list(PERMITTED, dns(`.${HOST}`))], false],
  ['another name', [dns(HOST)], [list(PERMITTED, dns('other.example'))], false],
  ['the end of its name', [dns(HOST)], [list(PERMITTED, dns('xample'))], false],
  ['one of its two names', [dns(HOST), dns('b.test')], [list(PERMITTED, dns('example'))], false],
  ['not its domain', [dns(HOST)], [list(EXCLUDED, dns('example'))], false],
  ['not its domain in capitals', [dns(HOST)], [list(EXCLUDED, dns('EXAMPLE'))], false],
  ['not what is below the domain', [dns(HOST)], [list(EXCLUDED, dns('.example'))], false],
  ['not another domain', [dns(HOST)], [list(EXCLUDED, dns('test'))], true],
  ['its address', [dns(HOST), address('7f000001')], [list(PERMITTED, address('7f000000ff000000'))], true],
  ['another address', [dns(HOST), address('08080808')], [list(PERMITTED, address('7f000000ff000000'))], false],
  ['mail of one host, and it has none', [dns(HOST)], [list(PERMITTED, mail('invalid'))], true],
  ['it has a URI', [dns(HOST), uri('https://a.test/')], [list(PERMITTED, uri('test'))], false],
  ['its common name alone', [address('7f000001')], [list(EXCLUDED, dns('example'))], false],
  ['a distance', [dns(HOST)], [der(PERMITTED, sequence(dns(HOST), der(0x80, Buffer.from([1]))))], false],
  ['a directory name', [dns(HOST)], [list(PERMITTED, der(0xa4, sequence()))], false],
  ['an unknown part', [dns(HOST)], [der(0xa2, sequence(dns(HOST)))], false],
];

/** Does OpenSSL take it? */
function isRightByOpenssl(sent: readonly Buffer[], anchors: readonly Buffer[]): Promise<boolean> {
  const folder = newFolder();
  mkdirSync(folder);
  const file = (name: string, all: readonly Buffer[]): string => {
    writeFileSync(join(folder, name), all.map(pemOf).join(''));
    return join(folder, name);
  };
  const [leaf = Buffer.alloc(0), ...others] = sent;
  const args = ['verify', '-attime', String(MOMENT), '-no-CApath', '-no-CAstore', '-CAfile', file('ca', anchors)];
  if (others.length > 0) args.push('-untrusted', file('sent', others));
  return new Promise((resolve) => {
    execFile('openssl', [...args, file('leaf', [leaf])], (error) => resolve(error === null));
  });
}

for (const [name, names, constraints, isTaken] of CONSTRAINED) {
  test(`under the constraint: ${name}, it is ${isTaken ? '' : 'not '}trusted, and by OpenSSL too if it is`, async () => {
    const { der: sent, anchors } = chainOf((chain) => {
      leafOf(chain).extensions.push({ oid: '2.5.29.17', isCritical: false, value: sequence(...names) });
      rootOf(chain).extensions.push({ oid: '2.5.29.30', isCritical: true, value: sequence(...constraints) });
    });
    const host = names.some((one) => one.equals(dns(HOST))) ? HOST : '127.0.0.1';
    const ca = anchors.map(pemOf).join('');
    const fault = distrustOf(sent, { host, ca, trustRule: { by: 'clock' }, reportsKey: false }, MOMENT * 1000);
    assert.is(fault === undefined, isTaken, fault?.detail);
    if (isTaken) assert.ok(await isRightByOpenssl(sent, anchors));
  });
}

test.run();
