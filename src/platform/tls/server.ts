import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { type Disk, readWhole, type UtcMs, writeAtomic } from '../../base/index.js';
import { type Authority, BACKDATING, type BoxClock, generateKey, readKey } from './authority.js';

const DAY: UtcMs = 86_400_000;

/** Apple's devices accept at most 398 days. */
const LIFETIME: UtcMs = 397 * DAY;
const RENEWAL_PERIOD: UtcMs = 30 * DAY;

/** The input of TLS servers: `https.createServer(identity)` or `server.setSecureContext(identity)`. */
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
 * Why this server certificate must be replaced; `null` when it is valid for `names`. Additional names in it are
 * harmless: an address that comes and goes must not cause a renewal twice a day.
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
  // A clock before the build time is certainly wrong; the certificate is not.
  const latest = Math.max(clock.now, clock.certain);
  if (clock.now >= clock.buildTime && Date.parse(certificate.validFrom) > latest) return 'not-yet-valid';
  // Only the certain time is used: a clock that is ahead would replace a certificate that tablets accept by one that
  // they do not accept yet.
  if (notAfter < clock.certain + RENEWAL_PERIOD) return 'ends-soon';
  return null;
}

/**
 * Issues and stores a server certificate with a new key. The key is written first. After a power cut between the two
 * files they do not match, which {@link readServer} detects.
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
  // Tablets with the correct time accept it at once, even if the clock is years ahead.
  const from = Math.max(clock.certain, clock.buildTime) - BACKDATING;
  const cert = (await issueServer(key, names, ca, { from, until: from + LIFETIME })) + ca.pem;
  await writeAtomic(disk, join(folder, 'server.key'), Buffer.from(pem));
  await writeAtomic(disk, join(folder, 'server.pem'), Buffer.from(cert));
  return { key: pem, cert, notAfter: Date.parse(new X509Certificate(cert).validTo) };
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
