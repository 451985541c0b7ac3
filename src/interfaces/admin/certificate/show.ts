import { X509Certificate } from 'node:crypto';
import {
  defineMessages,
  DiskError,
  failed,
  localTime,
  type LocalTime,
  type Message,
  ok,
  type Result,
  type UtcMs,
  phrase,
} from '../../../base/index.js';
import { type Environment, environmentText, ENVIRONMENTS } from '../../../contract/index.js';
import type { CertificateIdentity } from '../../../platform/tls/index.js';
import { readBundle, type StoreFault } from '../../../processors/pfr/index.js';
import { oneOf } from '../fields.js';
import { type AdminDeps, operation } from '../operation.js';

const STORAGE_MESSAGES = defineMessages('storedCertificate', {
  unusable: {
    en: 'The certificate that is installed for {environment} {what}. Install it again from its file, or first run: kasirbox certificate remove --environment {name}',
    sr: 'Сертификат инсталиран за {environment} {what}. Инсталирајте га поново из датотеке, или прво покрените: kasirbox certificate remove --environment {name}',
    srOnPage:
      'Сертификат инсталиран за {environment} {what}. Инсталирајте га поново из датотеке, или га прво уклоните.',
    enOnPage:
      'The certificate that is installed for {environment} {what}. Install it again from its file, or remove it first.',
  },
  notStored: {
    en: 'The certificate could not be stored ({code}). Run: kasirbox doctor',
    sr: 'Сертификат није сачуван ({code}). Покрените: kasirbox doctor',
    srOnPage: 'Сертификат није сачуван. Погледајте Стање.',
    enOnPage: 'The certificate could not be stored. See Status.',
  },
  unreadable: {
    en: 'The certificate that is installed for {environment} cannot be read. Check the disk, and the owner of the files in the folder "pfr" of the data folder.',
    sr: 'Сертификат инсталиран за {environment} не може да се прочита. Проверите диск и власника датотека у фасцикли „pfr”.',
  },
  damaged: { en: 'is damaged', sr: 'је оштећен' },
  noKey: {
    en: 'cannot be opened because the key of the box is missing',
    sr: 'не може да се отвори, јер недостаје кључ уређаја',
  },
});

/** Why the installed certificate cannot be used, and the action. */
export function storeFaultText(fault: StoreFault, environment: Environment): Message {
  switch (fault) {
    case 'unreadable':
      return STORAGE_MESSAGES.unreadable({ environment: phrase(environmentText(environment)) });
    case 'key-missing':
    case 'damaged': {
      const what = fault === 'damaged' ? STORAGE_MESSAGES.damaged : STORAGE_MESSAGES.noKey;
      return STORAGE_MESSAGES.unusable({ environment: phrase(environmentText(environment)), name: environment, what });
    }
  }
}

/** `code`: the error of the disk. */
export const certificateNotStored = (code: string): Message => STORAGE_MESSAGES.notStored({ code });

/** Changes the certificate store and reports a disk error as a failure. */
export async function changeStore(change: () => Promise<void>): Promise<Result<null, Message>> {
  try {
    await change();
    return ok(null);
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    return failed(certificateNotStored(error.code));
  }
}

/** A certificate as displayed by `certificate show`, in Belgrade time. */
export interface CertificateRow extends Omit<CertificateIdentity, 'notBefore' | 'notAfter'> {
  readonly from: string;
  readonly until: string;
  /** Whole days until it expires; negative after that. */
  readonly daysLeft: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

export function certificateRow({ notBefore, notAfter, ...identity }: CertificateIdentity, now: UtcMs): CertificateRow {
  const daysLeft = Math.floor((notAfter - now) / DAY_MS);
  return { ...identity, from: localTime(notBefore), until: localTime(notAfter), daysLeft };
}

/** One of the additional trusted authorities, in one row. */
export function authorityRow(certificate: X509Certificate): string {
  return `${certificate.subject.replaceAll('\n', ', ')}; until ${localTime(Date.parse(certificate.validTo))}`;
}

const AUTHORITIES_MESSAGES = defineMessages('authoritiesShown', {
  unreadable: {
    en: 'The authorities for {environment} cannot be read. Run: kasirbox certificate trust FILE --environment {name}',
    sr: 'Издаваоци за {environment} не могу да се прочитају. На самом уређају: kasirbox certificate trust FILE --environment {name}',
  },
});

export interface CertificateState {
  readonly environment: Environment;
  /** Null when none is installed, or the installed one cannot be used. */
  readonly certificate: CertificateRow | null;
  /** Names of the additional trusted authorities. */
  readonly trusted: readonly string[];
  /** Why parts of it cannot be used. */
  readonly faults: readonly Message[];
}

export const showCertificate = operation({
  permission: 'certificates',
  isReadOnly: true,
  input: { environment: oneOf(ENVIRONMENTS) },
  async run(
    { certificates, now }: Pick<AdminDeps, 'certificates' | 'now'>,
    { environment },
  ): Promise<Result<CertificateState, Message>> {
    const [installed, bundle] = [certificates.read(environment), certificates.trustBundle(environment)];
    const certificate = installed.ok ? installed.value : undefined;
    const faults = [
      ...(installed.ok ? [] : [storeFaultText(installed.error, environment)]),
      ...(bundle.ok
        ? []
        : [AUTHORITIES_MESSAGES.unreadable({ environment: phrase(environmentText(environment)), name: environment })]),
    ];
    return ok({
      environment,
      certificate: certificate === undefined ? null : certificateRow(certificate.identity, now()),
      trusted: bundle.ok && bundle.value !== undefined ? authoritiesOf(bundle.value) : [],
      faults,
    });
  },
});

function authoritiesOf(bundle: string): string[] {
  const read = readBundle(Buffer.from(bundle));
  return read.ok ? read.value.map(authorityRow) : [];
}

/** The box's own certificate authority, which tablets trust. */
interface Authority {
  readonly pem: string;
  /** Belgrade time. */
  readonly until: LocalTime;
  /** SHA-256, hex with colons. */
  readonly fingerprint: string;
}

export const showAuthority = operation({
  permission: 'certificates',
  isChange: false,
  input: {},
  async run({ authority }: Pick<AdminDeps, 'authority'>): Promise<Result<Authority, Message>> {
    const current = await authority.current();
    if (!current.ok) return current;
    const { ca, notAfter } = current.value;
    return ok({ pem: ca, until: localTime(notAfter), fingerprint: new X509Certificate(ca).fingerprint256 });
  },
});

/** The new certificate of the box's authority. */
interface RenewedCa {
  readonly path: string;
  readonly until: LocalTime;
  /** SHA-256, hex with colons. */
  readonly fingerprint: string;
}

/**
 * Renews the box's authority without changing the ledger. A running service uses the new certificate from the next
 * connection on.
 */
export const renewCa = operation({
  permission: 'certificates',
  isReadOnly: true,
  isChange: true,
  input: {},
  async run({ authority }: Pick<AdminDeps, 'authority'>): Promise<Result<RenewedCa, Message>> {
    const renewed = await authority.renew();
    if (!renewed.ok) return renewed;
    const { ca, path, notAfter } = renewed.value;
    return ok({ path, until: localTime(notAfter), fingerprint: new X509Certificate(ca).fingerprint256 });
  },
});
