import { createPrivateKey, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto';
import { dirname, join } from 'node:path';
import {
  type Disk,
  failed,
  ok,
  readWhole,
  type Result,
  type UtcMs,
  writeAtomic,
  defineMessages,
  type Message,
} from '../../base/index.js';
import { areStrict, type Constraints, constraintsFor, permits, readConstraints } from './constraints.js';

const MESSAGES = defineMessages('tls', {
  restore: {
    en: '{what}. Restore ca.pem and ca.key in {folder} from a backup; or remove both, start the box again, and give the new ca.pem to every tablet.',
    sr: '{what}. Вратите ca.pem и ca.key у {folder} из резервне копије; или уклоните обе, поново покрените уређај и дајте нови ca.pem сваком таблету.',
  },
  missing: { en: '{file} is missing', sr: 'Недостаје {file}' },
  notAKey: { en: '{file} is not a P-256 private key', sr: '{file} није приватни кључ P-256' },
  notAnAuthority: { en: '{file} is not the certificate of an authority', sr: '{file} није сертификат издаваоца' },
  otherKey: { en: '{file} is not the key for ca.pem', sr: '{file} није кључ за ca.pem' },
});

const DAY: UtcMs = 86_400_000;
/** id-kp-serverAuth (RFC 5280, 4.2.1.12). */
const SERVER_AUTHENTICATION = '1.3.6.1.5.5.7.3.1';
const YEARS_20: UtcMs = 20 * 365.25 * DAY;

/** Certificates are backdated by this time, for tablets whose clock is slow; ms. */
export const BACKDATING: UtcMs = 2 * DAY;

/**
 * The clocks for certificates. A board without a clock battery starts in 1970, or at the time of its last shutdown, and
 * one with a battery may be years ahead, so `now` may be anything. The real time cannot be before `buildTime`, when the
 * program was built, or before `certain`.
 */
export interface BoxClock {
  readonly now: UtcMs;
  readonly buildTime: UtcMs;
  /**
   * The latest time that has certainly passed; equal to `now` if a time server confirms it. Certificates begin at it.
   */
  readonly certain: UtcMs;
}

/** The box's own certificate authority, which the tablets trust. */
export interface Authority {
  /** Exactly the text of `ca.pem`. */
  readonly pem: string;
  readonly certificate: X509Certificate;
  readonly key: KeyObject;
  /** The names it can certify. */
  readonly constraints: Constraints;
  /**
   * True when it is for servers only, and for no names except those of the box and its network. Authorities of the
   * first releases are not strict: a thief of such a key can do more with it, until {@link renewAuthority} is called
   * and tablets have removed the old one.
   */
  readonly isStrict: boolean;
  /** True when it was just created; the tablets do not have it yet. */
  readonly isNew: boolean;
}

/** Why the authority cannot be used, and what to do about it. Nothing was changed on the disk. */
export interface TlsProblem {
  readonly code: 'ca-key-missing' | 'ca-damaged' | 'ca-key-damaged' | 'ca-key-mismatch';
  readonly message: Message;
}

export function caPath(folder: string): string {
  return join(folder, 'ca.pem');
}

/**
 * Reads the authority of `folder`, or creates it when there is none. An existing one is never replaced, however old,
 * because the new certificate would have to be installed on every tablet. `names`: the current names of the box, see
 * {@link constraintsFor}.
 *
 * The key is written first. If there is only `ca.key`, the first start was interrupted, or `ca.pem` was deleted. Both
 * are repaired by a new certificate for the same key. It has the same name and verifies the same signatures, so tablets
 * that trust the lost `ca.pem` need no change.
 */
export async function openAuthority(
  disk: Disk,
  folder: string,
  names: readonly string[],
  clock: BoxClock,
): Promise<Result<Authority, TlsProblem>> {
  const keyPath = join(folder, 'ca.key');
  const [pemBytes, keyBytes] = [await readWhole(disk, caPath(folder)), await readWhole(disk, keyPath)];
  const problem = (code: TlsProblem['code'], what: Message) =>
    failed({ code, message: MESSAGES.restore({ what, folder }) });

  if (keyBytes === null && pemBytes !== null) return problem('ca-key-missing', MESSAGES.missing({ file: keyPath }));
  const key = keyBytes === null ? await makeKey(disk, keyPath) : readKey(keyBytes.toString('latin1'));
  if (key === null) return problem('ca-key-damaged', MESSAGES.notAKey({ file: keyPath }));
  if (pemBytes === null) return ok({ ...(await makeAuthority(disk, folder, key, names, clock)), isNew: true });

  const pem = pemBytes.toString('latin1');
  const read = readAuthority(pem);
  if (read === null) return problem('ca-damaged', MESSAGES.notAnAuthority({ file: caPath(folder) }));
  if (!read.certificate.checkPrivateKey(key)) return problem('ca-key-mismatch', MESSAGES.otherKey({ file: keyPath }));
  return ok({ ...read, key, isNew: false });
}

/**
 * Gives the authority of `folder` a new certificate for its existing key and name. Tablets that trust the earlier one
 * continue to work, since it verifies the same signatures. Excess permissions end on a tablet when the new certificate
 * replaces the old one there. Of `names` only those are used that the earlier certificate permits, because these
 * tablets would reject a server certificate for another name. If there is no authority yet, it is created.
 */
export async function renewAuthority(
  disk: Disk,
  folder: string,
  names: readonly string[],
  clock: BoxClock,
): Promise<Result<Authority, TlsProblem>> {
  const opened = await openAuthority(disk, folder, names, clock);
  if (!opened.ok || opened.value.isNew) return opened;
  const { key, constraints } = opened.value;
  const kept = names.filter((name) => permits(constraints, name));
  return ok({ ...(await makeAuthority(disk, folder, key, kept, clock)), isNew: true });
}

/** Reads a P-256 private key from PEM; `null` when it is not one. */
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

/** Reads the certificate of an authority, without its key; `null` when it is not one. */
export function readAuthority(pem: string): Omit<Authority, 'key' | 'isNew'> | null {
  try {
    const certificate = new X509Certificate(pem);
    if (!certificate.ca) return null;
    const constraints = readConstraints(certificate.raw);
    // Undefined without the extension, although its type does not include that.
    const usages = (certificate.keyUsage as readonly string[] | undefined) ?? [];
    const isForServers = usages.length === 1 && usages[0] === SERVER_AUTHENTICATION;
    return { pem, certificate, constraints, isStrict: isForServers && areStrict(constraints) };
  } catch {
    return null;
  }
}

async function makeKey(disk: Disk, path: string): Promise<KeyObject> {
  const { key, pem } = generateKey();
  await writeAtomic(disk, path, Buffer.from(pem));
  return key;
}

async function makeAuthority(disk: Disk, folder: string, key: KeyObject, names: readonly string[], clock: BoxClock) {
  const { issueAuthority } = await import('./issue.js');
  // It begins at the build time, not now: even if the clock is years ahead, the certificate must be valid today.
  const validity = { from: clock.buildTime - BACKDATING, until: Math.max(clock.certain, clock.buildTime) + YEARS_20 };
  const pem = await issueAuthority(key, constraintsFor(names), validity);
  await writeAtomic(disk, caPath(folder), Buffer.from(pem));
  await disk.syncDir(dirname(folder)); // the folder itself may be new
  const made = readAuthority(pem);
  if (made === null) throw new Error('an authority that was just made is readable');
  return { ...made, key };
}
