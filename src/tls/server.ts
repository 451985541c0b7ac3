import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { readWhole, writeAtomic } from '../base/atomic.js';
import type { Disk } from '../base/disk.js';
import type { UtcMs } from '../base/fiscal.js';
import { type Authority, BACKDATING, believable, type Clock, generateKey, readKey } from './authority.js';

const DAY: UtcMs = 86_400_000;

/** Apple's devices accept no more than 398 days. */
const LIFE: UtcMs = 397 * DAY;
const RENEWAL: UtcMs = 30 * DAY;
/** A clock that is a guess may be so far ahead, and tablets still accept what was made by it. */
const DOUBT: UtcMs = 180 * DAY;

/** What a server needs to speak TLS: `https.createServer(identity)` or `server.setSecureContext(identity)`. */
export interface ServerIdentity {
  /** Private key, PKCS#8 PEM. A secret. */
  readonly key: string;
  /** The server's certificate followed by that of the authority, PEM. */
  readonly cert: string;
  readonly notAfter: UtcMs;
}

export type RenewalReason = 'other-authority' | 'name-missing' | 'not-yet-valid' | 'ends-soon';

/** The server certificate of `folder` as it was stored; `null` when there is none, or it is not usable at all. */
export async function readServer(disk: Disk, folder: string): Promise<ServerIdentity | null> {
  const key = await readWhole(disk, join(folder, 'server.key'));
  const cert = await readWhole(disk, join(folder, 'server.pem'));
  return key === null || cert === null ? null : serverIdentity(key.toString('latin1'), cert.toString('latin1'));
}

/**
 * Why this server certificate has to be replaced, `null` when it is good for `names`. Names that it has beyond those
 * do no harm: an address that comes and goes must not renew it twice a day.
 */
export function renewalReason(
  { cert, notAfter }: ServerIdentity,
  ca: Pick<Authority, 'pem' | 'certificate'>,
  names: readonly string[],
  clock: Clock,
): RenewalReason | null {
  const certificate = new X509Certificate(cert);
  if (!cert.endsWith(ca.pem) || !certificate.verify(ca.certificate.publicKey)) return 'other-authority';
  if (!names.every((name) => covers(certificate, name))) return 'name-missing';
  // A clock that stands before the build time is known to be wrong, the certificate is not.
  if (clock.now >= clock.buildTime && Date.parse(certificate.validFrom) > clock.now) return 'not-yet-valid';
  // By a guess it is left as long as it may be good: another may begin later than the tablets believe it to be.
  if (notAfter < believable(clock) + (clock.isTrusted ? RENEWAL : 0)) return 'ends-soon';
  return null;
}

/**
 * Issues and stores a server certificate with a new key. The key is written first: after a power cut between the two
 * files they do not belong together, which {@link readServer} notices.
 */
export async function makeServer(
  disk: Disk,
  folder: string,
  ca: Authority,
  names: readonly string[],
  clock: Clock,
): Promise<ServerIdentity> {
  const { issueServer } = await import('./issue.js');
  const { key, pem } = generateKey();
  const from = beginning(clock);
  const cert = (await issueServer(key, names, ca, { from, until: from + LIFE })) + ca.pem;
  await writeAtomic(disk, join(folder, 'server.key'), Buffer.from(pem));
  await writeAtomic(disk, join(folder, 'server.pem'), Buffer.from(cert));
  return { key: pem, cert, notAfter: Date.parse(new X509Certificate(cert).validTo) };
}

/** When a certificate begins that is made now: certainly in the past, as far as it can be. */
function beginning(clock: Clock): UtcMs {
  const latest = believable(clock) - BACKDATING;
  return clock.isTrusted ? latest : Math.max(clock.buildTime - BACKDATING, latest - DOUBT);
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
