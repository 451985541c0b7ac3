import { english } from '../../src/base/index.js';
import { readFileSync } from 'node:fs';
import { assertNever, type Result, failed, ok } from '../../src/base/result.js';
import { readBundle } from '../../src/processors/pfr/certificate/client.js';
import { PFX_TEXTS, readPfx } from '../../src/processors/pfr/certificate/pfx.js';
import { readBase } from '../../src/processors/pfr/http/channel.js';
import type { TlsOptions } from '../../src/processors/pfr/http/dial.js';
import { hostOf, environmentOfHost } from '../../src/contract/pfrTraits.js';
import { type Access, readAccess } from './access.js';
import { remoteSubject, type RemoteSubject } from '../processors/pfr/subjects.js';

/**
 * Holds a real processor of the sandbox to what every processor promises: `npm run test:sandbox`. It signs some thirty
 * receipts there, and nobody else may use the same card or certificate meanwhile. access.ts lists what it needs.
 */

type Plan =
  | { readonly kind: 'skipped'; readonly why: string }
  | { readonly kind: 'impossible'; readonly why: string }
  | { readonly kind: 'ready'; readonly subject: RemoteSubject };

async function plan(): Promise<Plan> {
  const access = readAccess(process.env);
  switch (access.kind) {
    case 'none':
      return { kind: 'skipped', why: access.why };
    case 'lpfr':
      return subjectOf('lpfr', access.url, ok({}));
    case 'vpfr':
      return subjectOf('vpfr', access.url, await identity(access));
    default:
      return assertNever(access);
  }
}

async function identity(
  access: Extract<Access, { readonly kind: 'vpfr' }>,
): Promise<Result<{ readonly tls: TlsOptions; readonly pac: string }, string>> {
  const password = readFileSync(access.passwordFile, 'utf8').trim();
  const read = await readPfx(readFileSync(access.pfx), password);
  if (!read.ok) return failed(english(PFX_TEXTS[read.error]));
  const bundle = access.ca === '' ? ok([]) : readBundle(readFileSync(access.ca));
  if (!bundle.ok) return failed(english(bundle.error));
  const { key, certificate } = read.value;
  const client = { key: key.export({ type: 'pkcs8', format: 'pem' }).toString(), cert: certificate.toString() };
  const ca = bundle.value.map((authority) => authority.toString()).join('');
  return ok({ tls: { client, ...(ca !== '' && { ca }) }, pac: access.pac });
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
