import { english } from '../../src/base/index.js';
import { readFileSync } from 'node:fs';
import { assertNever, type Result, failed, ok } from '../../src/base/result.js';
import { readBundle } from '../../src/processors/pfr/certificate/trust.js';
import { PFX_TEXTS, readPfx } from '../../src/processors/pfr/certificate/pfx.js';
import { readBase, type TlsOptions } from '../../src/processors/pfr/http/channel.js';
import { hostOf, environmentOfHost } from '../../src/base/taxAuthority.js';
import { remoteSubject, type RemoteSubject } from '../processors/pfr/subjects.js';

/**
 * Holds a real processor of the sandbox to what every processor promises: `npm run test:sandbox`. It signs some thirty
 * receipts there, and nobody else may use the same card or certificate meanwhile. What it needs comes from the environment:
 *
 *   KASIRBOX_SANDBOX_LPFR_URL       address of an L-PFR whose PIN was given; or, for a V-PFR:
 *   KASIRBOX_SANDBOX_URL            its address
 *   KASIRBOX_SANDBOX_PFX            the file with the certificate
 *   KASIRBOX_SANDBOX_PASSWORD_FILE  a file with its password
 *   KASIRBOX_SANDBOX_PAC            what came with it
 *   KASIRBOX_SANDBOX_CA             PEM of further authorities to trust; may be left out
 */

type Plan =
  | { readonly kind: 'skipped'; readonly why: string }
  | { readonly kind: 'impossible'; readonly why: string }
  | { readonly kind: 'ready'; readonly subject: RemoteSubject };

const given = (name: string): string => process.env[`KASIRBOX_SANDBOX_${name}`] ?? '';

async function plan(): Promise<Plan> {
  const lpfr = given('LPFR_URL');
  if (lpfr !== '') return subjectOf('lpfr', lpfr, ok({}));
  const missing = ['URL', 'PFX', 'PASSWORD_FILE', 'PAC'].filter((name) => given(name) === '');
  if (missing.length > 0) {
    const names = missing.map((name) => `KASIRBOX_SANDBOX_${name}`).join(', ');
    return { kind: 'skipped', why: `KASIRBOX_SANDBOX_LPFR_URL is not set, nor for a V-PFR ${names}.` };
  }
  return subjectOf('vpfr', given('URL'), await identity());
}

async function identity(): Promise<Result<{ readonly tls: TlsOptions; readonly pac: string }, string>> {
  const password = readFileSync(given('PASSWORD_FILE'), 'utf8').trim();
  const read = await readPfx(readFileSync(given('PFX')), password);
  if (!read.ok) return failed(english(PFX_TEXTS[read.error]));
  const bundle = given('CA') === '' ? ok([]) : readBundle(readFileSync(given('CA')));
  if (!bundle.ok) return failed(english(bundle.error));
  const { key, certificate } = read.value;
  const client = { key: key.export({ type: 'pkcs8', format: 'pem' }).toString(), cert: certificate.toString() };
  const ca = bundle.value.map((authority) => authority.toString()).join('');
  return ok({ tls: { client, ...(ca !== '' && { ca }) }, pac: given('PAC') });
}

/** What is signed in the real world is a fiscal receipt: its addresses are refused here. */
function subjectOf(mode: RemoteSubject['mode'], url: string, identified: Result<Partial<RemoteSubject>, string>): Plan {
  const base = readBase(url);
  if (base === undefined) return { kind: 'impossible', why: `${url} is no address.` };
  if (environmentOfHost(hostOf(url)) === 'production')
    return { kind: 'impossible', why: `${url} is not of the sandbox.` };
  if (!identified.ok) return { kind: 'impossible', why: identified.error };
  return { kind: 'ready', subject: { mode, base, ...identified.value } };
}

async function main(): Promise<void> {
  const planned = await plan();
  switch (planned.kind) {
    case 'skipped':
      process.stdout.write(`skipped: ${planned.why}\n`);
      return;
    case 'impossible':
      process.stderr.write(`test:sandbox: ${planned.why}\n`);
      process.exitCode = 2;
      return;
    case 'ready': {
      const { subject } = planned;
      // Only here: uvu runs what it knows as soon as it is loaded.
      const { promise } = await import('../processors/pfr/suite.js');
      promise(`${subject.mode} at ${subject.base.host}`, () => Promise.resolve(remoteSubject(subject)));
      return;
    }
    default:
      assertNever(planned);
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`test:sandbox: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
});
