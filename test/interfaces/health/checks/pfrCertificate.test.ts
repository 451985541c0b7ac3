import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ClockTrust } from '../../../../src/base/clockTrust.js';
import { ok } from '../../../../src/base/result.js';
import { type CheckResult, resultsOf } from '../../../../src/interfaces/health/check.js';
import { pfrCertificateCheck } from '../../../../src/interfaces/health/checks/pfrCertificate.js';
import { readIdentity } from '../../../../src/platform/tls/identity.js';
import type { CertificateStore, StoreFault } from '../../../../src/processors/pfr/certificate/store.js';
import type { Settings } from '../../../../src/shop/settings/settings.js';
import { TestAuthority } from '../../../kit/pfr/certificates.js';
import { clientOf, COMPANY } from '../../../processors/pfr/certificate/files.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const [BEGIN, END] = [Date.UTC(2026, 0, 10, 12), Date.UTC(2029, 0, 10, 12)];

let installed: ReturnType<CertificateStore['read']>;

test.before(async () => {
  const authority = await TestAuthority.create();
  const { key, certificate } = await authority.client({
    ...{ jid: 'ABCD1234', environment: 'sandbox', company: COMPANY },
    validity: { from: BEGIN, until: END },
  });
  const identity = readIdentity(clientOf({ key, certificate }).certificate);
  if (identity === undefined) throw new Error('it has a JID');
  const { publicKey } = clientOf({ key, certificate }).certificate;
  installed = ok({ identity, publicKey, tls: { key, cert: certificate } });
});

/** The check of a box whose sandbox is a V-PFR, and whose production is the demo's. */
function look(
  kept: typeof installed,
  now = BEGIN + DAY_MS,
  environment = 'sandbox',
  trust: ClockTrust = 'network',
): CheckResult | undefined {
  const settings = {
    now: { environment, 'pfr.sandbox': { mode: 'vpfr' }, 'pfr.production': { mode: 'demo' } },
  } as unknown as Settings;
  const pfrCertificates = { read: (asked: string) => (asked === 'sandbox' ? kept : ok(undefined)) };
  const parts = { settings, pfrCertificates, now: () => now, clockTrust: () => trust };
  const [check, ...others] = resultsOf(pfrCertificateCheck.name, pfrCertificateCheck.run(parts));
  assert.equal(others, []);
  for (const words of [check?.found, check?.action].flatMap((found) => found ?? [])) {
    assert.match(words.sr, /^[А-ЯЂЈЉЊЋЏ].*\.$/);
    assert.match(words.en, /^[A-Z].*\S$/);
  }
  return check;
}

test('only the certificate of an active V-PFR is checked', () => {
  assert.is(look(ok(undefined), BEGIN, 'production'), undefined);
  assert.is(look(installed)?.name, 'pfr-certificate');
});

test('a certificate that is missing, damaged, unreadable or without its key is a failure with what to do', () => {
  const missing = look(ok(undefined));
  assert.is(missing?.state, 'failure');
  assert.match(missing?.found.en ?? '', /No certificate for the V-PFR is installed/);
  assert.match(missing?.action?.en ?? '', /\(kasirbox certificate install FILE --environment sandbox\)\.$/);
  const words: Readonly<Record<StoreFault, RegExp>> = {
    damaged: /is damaged/,
    unreadable: /cannot be read/,
    'key-missing': /The box's key for the V-PFR certificate is missing/,
  };
  for (const [fault, found] of Object.entries(words)) {
    const check = look({ ok: false, error: fault as StoreFault });
    assert.is(check?.state, 'failure', fault);
    assert.match(check?.found.en ?? '', found);
    assert.ok(check?.action, fault);
  }
});

test('the end of the certificate is a warning 30 days before, and a failure from its moment on', () => {
  const state = (now: number): string => `${look(installed, now)?.state} ${look(installed, now)?.found.en}`;
  assert.is(state(BEGIN), 'ok The certificate ABCD1234 for the V-PFR is valid until 2029-01-10.');
  assert.match(state(END - 30 * DAY_MS - 1), /^ok /);
  assert.match(state(END - 30 * DAY_MS), /^warning .* expires on 2029-01-10\.$/);
  assert.match(look(installed, END - DAY_MS)?.action?.en ?? '', /possible in its last 30 days/);
  assert.match(look(installed, END - DAY_MS)?.found.sr ?? '', /истиче 10\.01\.2029\.$/);
  assert.match(state(END - 1), /^warning /);
  assert.match(state(END), /^failure .* expired on 2029-01-10; no receipts are issued\.$/);
});

test('by a clock that only guesses the certificate may have ended, and no sale is stopped', () => {
  const check = look(installed, END + DAY_MS, 'sandbox', 'guess');
  assert.is(check?.state, 'warning');
  assert.match(check?.found.en ?? '', /^By the clock of the box, which nothing confirms, .* expired on 2029-01-10/);
  assert.match(check?.action?.en ?? '', /check the time/);
});

test('a certificate that is not valid yet is a warning, since the clock may be wrong', () => {
  const check = look(installed, BEGIN - 1);
  assert.is(check?.state, 'warning');
  assert.match(check?.found.en ?? '', /is not valid before 2026-01-10/);
  assert.match(check?.action?.en ?? '', /the clock of the box is behind/);
});

test.run();
