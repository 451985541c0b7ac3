import type { X509Certificate } from 'node:crypto';
import { DiskError } from '../base/disk.js';
import type { Environment, UtcMs } from '../base/fiscal.js';
import { failed, ok, type Result } from '../base/result.js';
import { localTime } from '../base/time.js';
import { admit, otherOf } from '../pfr/certificate/admission.js';
import { fromPem } from '../pfr/certificate/client.js';
import type { CertificateIdentity } from '../pfr/certificate/identity.js';
import type { CertificateStore, StoreFault } from '../pfr/certificate/store.js';
import { readBundle } from '../pfr/certificate/trust.js';
import type { AdminParts, Ask, Reply } from './operations.js';

/** A certificate as `certificate show` shows it; times are of Belgrade. */
export interface CertificateLine extends Omit<CertificateIdentity, 'notBefore' | 'notAfter'> {
  readonly from: string;
  readonly until: string;
  /** Whole days until its end; negative when that has passed. */
  readonly daysLeft: number;
}

export interface CertificateState {
  readonly environment: Environment;
  /** Null when none is installed, or what is cannot be used. */
  readonly certificate: CertificateLine | null;
  /** Names of the authorities that are trusted in addition. */
  readonly trusted: readonly string[];
  /** What of it cannot be used, English sentences that say what to do. */
  readonly faults: readonly string[];
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Installs what {@link admit} lets in. No setting changes between the look at the settings and the installation. */
export async function installCertificate(
  { certificates, settings, health }: AdminParts,
  { environment, ...pem }: Ask<'certificate.install'>,
): Promise<Reply<'certificate.install'>> {
  const client = fromPem(pem);
  if (client === undefined) return failed('That is no certificate with its key. Give the file as it was sent.');
  return settings.holding(async () => {
    const elsewhere = otherOf(environment);
    const other = certificates.read(elsewhere);
    if (!other.ok) {
      const why = 'so nobody can say that this is not the same';
      return failed(`${faultWords(other.error, elsewhere)} Until then nothing is installed, ${why}.`);
    }
    const companyTin = settings.now.company.tin;
    const isClockTrusted = health.clockTrust() !== 'guess';
    const here = { environment, companyTin, other: other.value, now: health.now(), isClockTrusted };
    const admitted = admit(client, here);
    if (!admitted.ok) return admitted;
    const { identity, warnings } = admitted.value;
    const stored = await onDisk(() => certificates.install(environment, client));
    return stored.ok ? ok({ ...lineOf(identity, health.now()), warnings }) : stored;
  });
}

export function certificateState(store: CertificateStore, environment: Environment, now: UtcMs): CertificateState {
  const [installed, bundle] = [store.read(environment), store.trustBundle(environment)];
  const certificate = installed.ok ? installed.value : undefined;
  const faults = [
    ...(installed.ok ? [] : [faultWords(installed.error, environment)]),
    ...(bundle.ok ? [] : [bundleFaultWords(environment)]),
  ];
  return {
    environment,
    certificate: certificate === undefined ? null : lineOf(certificate.identity, now),
    trusted: bundle.ok && bundle.value !== undefined ? namesOf(bundle.value) : [],
    faults,
  };
}

/** `isAwaited`: without it a receipt of the environment whose end is not known could never be looked up. */
export async function removeCertificate(
  store: CertificateStore,
  environment: Environment,
  isAwaited: boolean,
): Promise<Result<null, string>> {
  if (isAwaited)
    return failed('A receipt whose end is not known needs this certificate. First run: kasirbox pfr settle');
  const installed = store.read(environment);
  if (installed.ok && installed.value === undefined) return failed(`No certificate is installed for ${environment}.`);
  return onDisk(() => store.remove(environment));
}

export async function trust(
  store: CertificateStore,
  environment: Environment,
  bundle: string | null,
): Promise<Reply<'certificate.trust'>> {
  const read = bundle === null ? ok([]) : readBundle(Buffer.from(bundle, 'base64'));
  if (!read.ok) return read;
  const stored = await onDisk(() => store.trust(environment, read.value));
  return stored.ok ? ok(read.value.map(nameOf)) : stored;
}

async function onDisk(work: () => Promise<void>): Promise<Result<null, string>> {
  try {
    await work();
    return ok(null);
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    return failed(`The certificate could not be stored (${error.code}). Run: kasirbox doctor`);
  }
}

function lineOf({ notBefore, notAfter, ...identity }: CertificateIdentity, now: UtcMs): CertificateLine {
  const daysLeft = Math.floor((notAfter - now) / DAY_MS);
  return { ...identity, from: localTime(notBefore), until: localTime(notAfter), daysLeft };
}

function faultWords(fault: StoreFault, environment: Environment): string {
  switch (fault) {
    case 'unreadable':
      return (
        `The certificate that is installed for ${environment} cannot be read. Check the disk, and the owner of the ` +
        'files in the folder "pfr" of the data folder.'
      );
    case 'key-missing':
    case 'damaged': {
      const what = fault === 'damaged' ? 'is damaged' : 'cannot be opened, since the key of the box is missing';
      return (
        `The certificate that is installed for ${environment} ${what}. Install it again from its file, or first run: ` +
        `kasirbox certificate remove --environment ${environment}`
      );
    }
  }
}

function bundleFaultWords(environment: Environment): string {
  return `The authorities for ${environment} cannot be read. Run: kasirbox certificate trust FILE --environment ${environment}`;
}

function namesOf(bundle: string): string[] {
  const read = readBundle(Buffer.from(bundle));
  return read.ok ? read.value.map(nameOf) : [];
}

function nameOf(certificate: X509Certificate): string {
  return `${certificate.subject.replaceAll('\n', ', ')}; until ${localTime(Date.parse(certificate.validTo))}`;
}
