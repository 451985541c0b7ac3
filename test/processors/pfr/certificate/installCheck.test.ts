import { english } from '../../../../src/base/index.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Environment } from '../../../../src/contract/fiscal.js';
import { checkBeforeInstall } from '../../../../src/processors/pfr/certificate/installCheck.js';
import { readIdentity } from '../../../../src/platform/tls/identity.js';
import type { ClientCertificate } from '../../../../src/processors/pfr/certificate/client.js';
import { type ClientOptions, TestAuthority } from '../../../kit/pfr/certificates.js';
import { clientOf, COMPANY, selfMade } from './files.js';
import { inEnglish } from '../../../kit/inEnglish.js';

type InstallTarget = Parameters<typeof checkBeforeInstall>[1];

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW = Date.now();
const HERE: InstallTarget = {
  ...{ environment: 'sandbox', companyTin: COMPANY.tin, other: undefined },
  ...{ now: NOW, isClockTrusted: true },
};

let authority: TestAuthority;
let usual: ClientCertificate;

const make = async (options: Partial<ClientOptions> = {}): Promise<ClientCertificate> =>
  clientOf(await authority.client({ jid: 'ABCD1234', environment: 'sandbox', company: COMPANY, ...options }));

test.before(async () => {
  authority = await TestAuthority.create();
  usual = await make();
});

function admitted(client: ClientCertificate, circumstances: Partial<InstallTarget> = {}) {
  const found = checkBeforeInstall(client, { ...HERE, ...circumstances });
  if (!found.ok) throw new Error(english(found.error));
  return found.value;
}

/** Every refusal also says what to do. */
function refused(client: ClientCertificate, words: RegExp, circumstances: Partial<InstallTarget> = {}): void {
  const found = checkBeforeInstall(client, { ...HERE, ...circumstances });
  if (found.ok) throw new Error('it was admitted');
  assert.match(english(found.error), words);
  assert.match(english(found.error), /\. (Install|Use|Request)\b/, 'what to do');
}

test('a certificate of this environment and company may be installed without a warning', async () => {
  assert.equal(inEnglish(admitted(usual).warnings), []);
  assert.is(admitted(usual).identity.jid, 'ABCD1234');
  assert.equal(
    inEnglish(admitted(await make({ environment: 'production' }), { environment: 'production' }).warnings),
    [],
  );
});

test('one of the other environment is refused, by its arc and by the hosts inside', async () => {
  refused(usual, /certificate for sandbox/, { environment: 'production' });
  refused(await make({ environment: 'production' }), /certificate for production/);
  const hosts: Readonly<Record<Environment, string>> = {
    sandbox: 'https://vsdc.sandbox.suf.purs.gov.rs/',
    production: 'https://vsdc.suf.purs.gov.rs/',
  };
  // The arc says one thing and a host the other: it is good for neither.
  for (const [arc, host] of [['production', 'sandbox'] as const, ['sandbox', 'production'] as const]) {
    for (const inside of [{ vsdc: hosts[host] }, { taxCoreApi: hosts[host] }]) {
      const torn = await make({ environment: arc, ...inside });
      for (const environment of ['sandbox', 'production'] as const) refused(torn, /certificate for/, { environment });
    }
  }
  const elsewhere = await make({ environment: 'production', vsdc: 'https://127.0.0.1:9/', taxCoreApi: null });
  assert.ok(admitted(elsewhere, { environment: 'production' }), 'hosts of nobody in particular do not matter');
});

test('one of another system of the authority may be used in the sandbox alone', () => {
  const tin = Buffer.from(COMPANY.tin).toString('hex');
  const pilot = selfMade({ extensions: [`1.3.6.1.4.1.49952.4.8.6=DER:${tin}`] });
  assert.equal(admitted(pilot).identity.environment, 'other');
  refused(pilot, /Nothing shows that this certificate is for production/, { environment: 'production' });
});

test('the same certificate in both environments is refused, by its key or by its JID', async () => {
  const installed = (client: ClientCertificate): Partial<InstallTarget> => {
    const identity = readIdentity(client.certificate);
    if (identity === undefined) throw new Error('it has a JID');
    return { other: { identity, publicKey: client.certificate.publicKey } };
  };
  refused(usual, /ABCD1234 is already installed for production.*remove --environment production/, installed(usual));
  refused(usual, /is already installed/, installed(await make()));
  const identity = { ...admitted(usual).identity, jid: 'OTHER001' };
  refused(usual, /is already installed/, { other: { identity, publicKey: usual.certificate.publicKey } });
  assert.ok(admitted(usual, installed(await make({ jid: 'OTHER001' }))));
});

test('a certificate of another company is refused; before a company is set its TIN is told', async () => {
  refused(usual, /for TIN 100000049, but the configured company has 123456789/, { companyTin: '123456789' });
  assert.match(
    admitted(usual, { companyTin: '000000000' }).warnings.map(english).join(),
    /The company is not set yet.*100000049/,
  );
  assert.match(
    admitted(await make({ tin: null }))
      .warnings.map(english)
      .join(),
    /has no TIN/,
  );
});

test('one that has ended is refused; one that is not valid yet, or ends soon, may be installed with a warning', async () => {
  const life = (from: number, until: number) =>
    make({ validity: { from: NOW + from * DAY_MS, until: NOW + until * DAY_MS } });
  refused(await life(-20, -1), /The certificate expired on \d{4}-/);
  const end = Date.parse(usual.certificate.validTo);
  refused(usual, /The certificate expired on/, { now: end });
  assert.match(
    admitted(usual, { now: end - 1 })
      .warnings.map(english)
      .join(),
    /can be renewed now/,
  );
  assert.match(
    admitted(usual, { now: end - 30 * DAY_MS })
      .warnings.map(english)
      .join(),
    /can be renewed now/,
  );
  assert.equal(inEnglish(admitted(usual, { now: end - 30 * DAY_MS - 1 }).warnings), []);
  assert.match(
    admitted(await life(1, 100))
      .warnings.map(english)
      .join(),
    /not valid before .*the clock of the box is wrong/,
  );
});

test('one that cannot be used with a V-PFR is refused', () => {
  const arc = '1.3.6.1.4.1.49952.5.8';
  const extensions = [`${arc}.6=ASN1:UTF8String:RS${COMPANY.tin}`, `${arc}.7=ASN1:UTF8String:https://v.example/`];
  assert.equal(admitted(selfMade({ extensions, strength: 'prime256v1' })).identity.tin, COMPANY.tin);
  for (const usage of [null, 'serverAuth', `${arc}.3.2`]) {
    refused(selfMade({ extensions, usage }), /not for client authentication/);
  }
  for (const strength of [1024, 'secp256k1', 'secp224r1']) {
    refused(selfMade({ extensions, strength }), /weaker than 2048-bit RSA or P-256/);
  }
  refused({ ...usual, key: selfMade().key }, /key does not belong to this certificate/);
  refused(selfMade({ subject: '/CN=x' }), /has no JID/);
});

test('a certificate without an address of a V-PFR may be installed, and the warning says where to set one', async () => {
  assert.match(
    admitted(await make({ vsdc: null }))
      .warnings.map(english)
      .join(),
    /has no V-PFR address/,
  );
});

test('with an untrusted clock none is refused for its age, and a warning says so', async () => {
  for (const now of [0, NOW + 5 * 365 * DAY_MS, Date.UTC(2099, 0)]) {
    const { warnings } = admitted(usual, { now, isClockTrusted: false });
    assert.match(
      warnings.map(english).join(),
      /The clock of the box is only an estimate\. Check for yourself that .* has not passed/,
      String(now),
    );
  }
});

test.run();
