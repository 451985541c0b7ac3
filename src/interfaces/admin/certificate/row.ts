import type { X509Certificate } from 'node:crypto';
import { localTime, type UtcMs } from '../../../base/index.js';
import type { CertificateIdentity } from '../../../platform/tls/index.js';

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
