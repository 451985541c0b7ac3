import type { KeyObject } from 'node:crypto';
import {
  type Environment,
  environmentOfHost,
  failed,
  hostOf,
  localTime,
  ok,
  type Result,
  type UtcMs,
} from '../../../base/index.js';
import { NO_TIN } from '../../../shop/settings/index.js';
import { type CertificateIdentity, readIdentity } from '../../../platform/tls/index.js';
import type { ClientCertificate } from './client.js';

/** Where a certificate is to be installed, and what is known there. */
export interface InstallTarget {
  readonly environment: Environment;
  /** TIN of the configured company. */
  readonly companyTin: string;
  /** The certificate that is installed for the other environment. */
  readonly other: { readonly identity: CertificateIdentity; readonly publicKey: KeyObject } | undefined;
  readonly now: UtcMs;
  /** True when `now` is known to be right. */
  readonly isClockTrusted: boolean;
}

export interface InstallableCertificate {
  readonly identity: CertificateIdentity;
  /** Problems that do not prevent the installation but that the operator should know; English sentences. */
  readonly warnings: readonly string[];
}

/** The last part of a certificate's validity, in which it can be renewed, ms: 30 days. */
export const RENEWAL_PERIOD: UtcMs = 30 * 24 * 60 * 60 * 1000;

const CLIENT_AUTHENTICATION = '1.3.6.1.5.5.7.3.2';
const MIN_RSA_BITS = 2048;
const CURVES = ['prime256v1', 'secp384r1', 'secp521r1'];

export function otherEnvironment(environment: Environment): Environment {
  return environment === 'sandbox' ? 'production' : 'sandbox';
}

/**
 * Checks whether this certificate may be installed for the target environment. The error is an English sentence with
 * the action.
 */
export function checkBeforeInstall(
  client: ClientCertificate,
  target: InstallTarget,
): Result<InstallableCertificate, string> {
  const identity = readIdentity(client.certificate);
  if (identity === undefined) {
    return failed('The certificate names no JID, so it is none of the tax authority. Give the file as it was sent.');
  }
  const refusal =
    wrongEnvironment(identity, target) ??
    sameCertificate(client, identity, target) ??
    otherTaxpayer(identity, target) ??
    outOfDate(identity, target) ??
    unfit(client);
  return refusal === undefined ? ok({ identity, warnings: warningsOn(identity, target) }) : failed(refusal);
}

/** Without this check, tests could become fiscal receipts, or real sales could become tests. */
function wrongEnvironment(
  { environment: arc, vsdcUrl, taxCoreUrl }: CertificateIdentity,
  { environment }: InstallTarget,
) {
  const sides = [vsdcUrl, taxCoreUrl].flatMap((url) => (url === null ? [] : (environmentOfHost(hostOf(url)) ?? [])));
  const named = arc === 'other' ? sides : [arc, ...sides];
  const action = `Install the one that the tax authority gave out for ${environment}.`;
  if (named.includes(otherEnvironment(environment)))
    return `This is a certificate for ${otherEnvironment(environment)}. ${action}`;
  // The authority has more test systems than the one called sandbox.
  if (environment === 'production' && named.length === 0)
    return `Nothing shows that this is one for production. ${action}`;
  return undefined;
}

function sameCertificate(
  { certificate }: ClientCertificate,
  { jid }: CertificateIdentity,
  { environment, other }: InstallTarget,
): string | undefined {
  if (other === undefined) return undefined;
  if (other.identity.jid !== jid && !other.publicKey.equals(certificate.publicKey)) return undefined;
  const elsewhere = otherEnvironment(environment);
  return (
    `The certificate ${jid} is the one that is installed for ${elsewhere}. Give each environment one of its own; if it ` +
    `stands in the wrong one, first run: kasirbox certificate remove --environment ${elsewhere}`
  );
}

/** Without this check, receipts of one taxpayer could be signed in the name of another. */
function otherTaxpayer({ tin }: CertificateIdentity, { companyTin }: InstallTarget): string | undefined {
  if (tin === null || companyTin === NO_TIN || tin === companyTin) return undefined;
  return (
    `The certificate is of TIN ${tin}, but the company that is set has ${companyTin}. Give the certificate of this ` +
    'company, or set the other first: kasirbox settings set company'
  );
}

function outOfDate({ notAfter }: CertificateIdentity, { now, isClockTrusted }: InstallTarget): string | undefined {
  if (notAfter > now || !isClockTrusted) return undefined;
  return `The certificate ended on ${localTime(notAfter)}. Get a new one from the tax authority.`;
}

function unfit({ key, certificate }: ClientCertificate): string | undefined {
  if (!certificate.checkPrivateKey(key)) {
    return 'The private key is not that of the certificate. Give the file as the tax authority sent it.';
  }
  // Undefined when the extension is absent, which Node's type does not declare.
  const usages = certificate.keyUsage as readonly string[] | undefined;
  if (usages?.includes(CLIENT_AUTHENTICATION) !== true) {
    return 'The certificate is not for client authentication. Give the one for the V-PFR, not that of a card or a server.';
  }
  return isStrong(key) ? undefined : 'The key is weaker than RSA with 2048 bits or P-256. Get a new certificate.';
}

function isStrong({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  if (asymmetricKeyType === 'rsa') return (asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_RSA_BITS;
  return asymmetricKeyType === 'ec' && CURVES.includes(asymmetricKeyDetails?.namedCurve ?? '');
}

function warningsOn({ tin, vsdcUrl, notBefore, notAfter }: CertificateIdentity, target: InstallTarget): string[] {
  const { companyTin, now, isClockTrusted } = target;
  const warnings: string[] = [];
  if (tin === null) warnings.push('The certificate names no TIN, so it was not compared with that of the company.');
  else if (companyTin === NO_TIN) warnings.push(`No company is set yet; its TIN will have to be ${tin}.`);
  if (vsdcUrl === null) warnings.push('The certificate names no address of a V-PFR; give it in the settings as "url".');
  if (notBefore > now) {
    const begin = localTime(notBefore);
    warnings.push(`The certificate is valid from ${begin} only. If that has passed, the clock of the box is wrong.`);
  }
  if (!isClockTrusted) {
    warnings.push(`The clock of the box is a guess. See yourself that ${localTime(notAfter)} has not passed.`);
  } else if (notAfter - now <= RENEWAL_PERIOD) {
    warnings.push(`The certificate ends on ${localTime(notAfter)}. It can be renewed now, in its last 30 days.`);
  }
  return warnings;
}
