import { createPrivateKey, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto';
import { dirname, join } from 'node:path';
import { readWhole, writeAtomic } from '../base/atomic.js';
import type { Disk } from '../base/disk.js';
import { isPossible } from '../base/clockTrust.js';
import type { UtcMs } from '../base/fiscal.js';
import { failed, ok, type Result } from '../base/result.js';
import { permittedSubtrees, readConstraints, type Subtree } from './constraints.js';

const DAY: UtcMs = 86_400_000;
const YEARS_20: UtcMs = 20 * 365.25 * DAY;

/** Certificates begin this much before the moment they are made, for tablets whose clock is behind. */
export const BACKDATING: UtcMs = 2 * DAY;

/**
 * A board without a clock battery wakes up in 1970, or when it was last shut down: `now` may be anything.
 * That the program was built at `buildTime` is certain.
 */
export interface Clock {
  readonly now: UtcMs;
  readonly buildTime: UtcMs;
  /** Does anything vouch for `now`? */
  readonly isTrusted: boolean;
}

/** The latest instant that has certainly been reached, as far as this clock can be believed. */
export function believable({ now, buildTime, isTrusted }: Clock): UtcMs {
  return isTrusted || isPossible(now, buildTime) ? Math.max(now, buildTime) : buildTime;
}

/** The box's own certificate authority, which the tablets trust. */
export interface Authority {
  /** `ca.pem`, to the byte. */
  readonly pem: string;
  readonly certificate: X509Certificate;
  readonly key: KeyObject;
  /** The only names it can certify. */
  readonly permitted: readonly Subtree[];
  /** Made just now: the tablets do not have it yet. */
  readonly fresh: boolean;
}

/** Why the authority cannot be used, with what to do about it. Nothing was changed on disk. */
export interface TlsProblem {
  readonly code: 'ca-key-missing' | 'ca-damaged' | 'ca-key-damaged' | 'ca-key-mismatch';
  readonly message: string;
}

export function caPath(folder: string): string {
  return join(folder, 'ca.pem');
}

/**
 * Reads the authority of `folder`, or makes it when there is none. One that is there is never made anew, however old:
 * every tablet would have to be visited. `names` is what the box is called now, see {@link permittedSubtrees}.
 *
 * The key is written first. A lone `ca.key` is thus a first start that was cut short, or a `ca.pem` that somebody
 * removed. Both are mended by a certificate for that same key, since it has the same name and verifies the same
 * signatures: a tablet that trusts a lost `ca.pem` goes on without noticing.
 */
export async function openAuthority(
  disk: Disk,
  folder: string,
  names: readonly string[],
  clock: Clock,
): Promise<Result<Authority, TlsProblem>> {
  const keyPath = join(folder, 'ca.key');
  const [pemBytes, keyBytes] = [await readWhole(disk, caPath(folder)), await readWhole(disk, keyPath)];
  const problem = (code: TlsProblem['code'], what: string) =>
    failed({
      code,
      message:
        `${what}. Restore ca.pem and ca.key in ${folder} from a backup; or remove both, start again, ` +
        'and give the new ca.pem to every tablet.',
    });

  if (keyBytes === null && pemBytes !== null) return problem('ca-key-missing', `${keyPath} is missing`);
  const key = keyBytes === null ? await makeKey(disk, keyPath) : readKey(keyBytes.toString('latin1'));
  if (key === null) return problem('ca-key-damaged', `${keyPath} is no P-256 private key`);
  if (pemBytes === null) return ok({ ...(await makeAuthority(disk, folder, key, names, clock)), fresh: true });

  const pem = pemBytes.toString('latin1');
  const read = readAuthority(pem);
  if (read === null) return problem('ca-damaged', `${caPath(folder)} is no certificate of an authority`);
  if (!read.certificate.checkPrivateKey(key)) return problem('ca-key-mismatch', `${keyPath} is not the key of ca.pem`);
  return ok({ ...read, key, fresh: false });
}

/** A P-256 private key from PEM; `null` when it is none. */
export function readKey(pem: string): KeyObject | null {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : null;
  } catch {
    return null;
  }
}

/** A new P-256 private key, and the same as PKCS#8 PEM. */
export function generateKey(): { key: KeyObject; pem: string } {
  const key = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey;
  return { key, pem: key.export({ format: 'pem', type: 'pkcs8' }).toString() };
}

/** An authority's certificate, as far as it goes without the key; `null` when it is none. */
export function readAuthority(pem: string): Pick<Authority, 'pem' | 'certificate' | 'permitted'> | null {
  try {
    const certificate = new X509Certificate(pem);
    return certificate.ca ? { pem, certificate, permitted: readConstraints(certificate.raw) } : null;
  } catch {
    return null;
  }
}

async function makeKey(disk: Disk, path: string): Promise<KeyObject> {
  const { key, pem } = generateKey();
  await writeAtomic(disk, path, Buffer.from(pem));
  return key;
}

async function makeAuthority(disk: Disk, folder: string, key: KeyObject, names: readonly string[], clock: Clock) {
  const { issueAuthority } = await import('./issue.js');
  const permitted = permittedSubtrees(names);
  // From the build time on, not from now: made under a clock that is years ahead, it must still be valid today.
  const validity = { from: clock.buildTime - BACKDATING, until: believable(clock) + YEARS_20 };
  const pem = await issueAuthority(key, permitted, validity);
  await writeAtomic(disk, caPath(folder), Buffer.from(pem));
  await disk.syncDir(dirname(folder)); // the folder itself may be new
  return { pem, certificate: new X509Certificate(pem), key, permitted };
}
