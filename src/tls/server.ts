import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { type Disk, readWhole, type UtcMs, writeAtomic } from '../base/index.js';
import { type Authority, BACKDATING, estimateNow, type BoxClock, generateKey, readKey } from './authority.js';

const DAY: UtcMs = 86_400_000;

/** Apple's devices accept no more than 398 days. */
const LIFETIME: UtcMs = 397 * DAY;
const RENEWAL_PERIOD: UtcMs = 30 * DAY;
/** An untrusted clock may be ahead by this much, ms, and tablets still accept certificates that were issued by it. */
const MAX_CLOCK_ERROR: UtcMs = 180 * DAY;

/** What a server needs to speak TLS: `https.createServer(identity)` or `server.setSecureContext(identity)`. */
export interface ServerIdentity {
  /** Private key, PKCS#8 PEM. Secret. */
  readonly key: string;
  /** The server's certificate followed by that of the authority, PEM. */
  readonly cert: string;
  readonly notAfter: UtcMs;
}

export type RenewalReason = 'other-authority' | 'name-missing' | 'not-yet-valid' | 'ends-soon';

/** Reads the stored server certificate of `folder`; `null` when there is none, or when it cannot be used. */
export async function readServer(disk: Disk, folder: string): Promise<ServerIdentity | null> {
  const key = await readWhole(disk, join(folder, 'server.key'));
  const cert = await readWhole(disk, join(folder, 'server.pem'));
  return key === null || cert === null ? null : serverIdentity(key.toString('latin1'), cert.toString('latin1'));
}

/**
 * Why this server certificate has to be replaced, `null` when it is good for `names`. Further names in it do no harm:
 * an address that comes and goes must not cause a renewal twice a day.
 */
export function renewalReason(
  { cert, notAfter }: ServerIdentity,
  ca: Pick<Authority, 'pem' | 'certificate'>,
  names: readonly string[],
  clock: BoxClock,
): RenewalReason | null {
  const certificate = new X509Certificate(cert);
  if (!cert.endsWith(ca.pem) || !certificate.verify(ca.certificate.publicKey)) return 'other-authority';
  if (!names.every((name) => covers(certificate, name))) return 'name-missing';
  // A clock before the build time is certainly wrong, the certificate is not.
  if (clock.now >= clock.buildTime && Date.parse(certificate.validFrom) > clock.now) return 'not-yet-valid';
  // With an untrusted clock it is kept as long as it may be valid: a new one could begin in the future of the tablets.
  if (notAfter < estimateNow(clock) + (clock.isTrusted ? RENEWAL_PERIOD : 0)) return 'ends-soon';
  return null;
}

/**
 * Issues and stores a server certificate with a new key. The key is written first: after a power cut between
 * the two files they do not match, which {@link readServer} notices.
 */
export async function makeServer(
  disk: Disk,
  folder: string,
  ca: Authority,
  names: readonly string[],
  clock: BoxClock,
): Promise<ServerIdentity> {
  const { issueServer } = await import('./issue.js');
  const { key, pem } = generateKey();
  const from = beginning(clock);
  const cert = (await issueServer(key, names, ca, { from, until: from + LIFETIME })) + ca.pem;
  await writeAtomic(disk, join(folder, 'server.key'), Buffer.from(pem));
  await writeAtomic(disk, join(folder, 'server.pem'), Buffer.from(cert));
  return { key: pem, cert, notAfter: Date.parse(new X509Certificate(cert).validTo) };
}

/** The beginning of a certificate that is issued now: in the past, even if the clock is ahead. */
function beginning(clock: BoxClock): UtcMs {
  const latest = estimateNow(clock) - BACKDATING;
  return clock.isTrusted ? latest : Math.max(clock.buildTime - BACKDATING, latest - MAX_CLOCK_ERROR);
}

function serverIdentity(key: string, cert: string): ServerIdentity | null {
  const privateKey = readKey(key);
  if (privateKey === null) return null;
  try {
    const certificate = new X509Certificate(cert);
    return certificate.checkPrivateKey(privateKey) ? { key, cert, notAfter: Date.parse(certificate.validTo) } : null;
  } catch {
    return null;
  }
}

function covers(certificate: X509Certificate, name: string): boolean {
  const covered = isIP(name) === 0 ? certificate.checkHost(name, { subject: 'never' }) : certificate.checkIP(name);
  return covered !== undefined;
}
