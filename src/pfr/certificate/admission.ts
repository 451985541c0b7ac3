import type { KeyObject } from 'node:crypto';
import type { Environment, UtcMs } from '../../base/fiscal.js';
import { failed, ok, type Result } from '../../base/result.js';
import { localTime } from '../../base/time.js';
import { hostOf, sideOf } from '../../settings/hosts.js';
import { NO_TIN } from '../../settings/schema.js';
import { type CertificateIdentity, readIdentity } from './identity.js';
import type { ClientCertificate } from './client.js';

/** Where a certificate is to be installed. */
export interface Circumstances {
  readonly environment: Environment;
  /** TIN of the company that is set. */
  readonly companyTin: string;
  /** What is installed in the other environment. */
  readonly other: { readonly identity: CertificateIdentity; readonly publicKey: KeyObject } | undefined;
  readonly now: UtcMs;
  /** Does anything vouch for `now`? */
  readonly isClockTrusted: boolean;
}

export interface Admission {
  readonly identity: CertificateIdentity;
  /** What is worth knowing but stands in no way, English sentences. */
  readonly warnings: readonly string[];
}

/** A certificate can be renewed in its last 30 days, ms. */
export const RENEWAL: UtcMs = 30 * 24 * 60 * 60 * 1000;

const CLIENT_AUTHENTICATION = '1.3.6.1.5.5.7.3.2';
const MIN_RSA_BITS = 2048;
const CURVES = ['prime256v1', 'secp384r1', 'secp521r1'];

export function otherOf(environment: Environment): Environment {
  return environment === 'sandbox' ? 'production' : 'sandbox';
}

/** May this certificate be used there? The error is an English sentence that says what to do. */
export function admit(client: ClientCertificate, circumstances: Circumstances): Result<Admission, string> {
  const identity = readIdentity(client.certificate);
  if (identity === undefined) {
    return failed('The certificate names no JID, so it is none of the tax authority. Give the file as it was sent.');
  }
  const refusal =
    wrongEnvironment(identity, circumstances) ??
    sameCertificate(client, identity, circumstances) ??
    otherTaxpayer(identity, circumstances) ??
    outOfDate(identity, circumstances) ??
    unfit(client);
  return refusal === undefined ? ok({ identity, warnings: warningsOn(identity, circumstances) }) : failed(refusal);
}

/** Tests would become fiscal receipts, or real sales tests. */
function wrongEnvironment(
  { environment: arc, vsdcUrl, taxCoreUrl }: CertificateIdentity,
  { environment }: Circumstances,
) {
  const sides = [vsdcUrl, taxCoreUrl].flatMap((url) => (url === null ? [] : (sideOf(hostOf(url)) ?? [])));
  const told = arc === 'other' ? sides : [arc, ...sides];
  const action = `Install the one that the tax authority gave out for ${environment}.`;
  if (told.includes(otherOf(environment))) return `This is a certificate for ${otherOf(environment)}. ${action}`;
  // The authority has more test systems than the one that is called sandbox.
  if (environment === 'production' && told.length === 0)
    return `Nothing shows that this is one for production. ${action}`;
  return undefined;
}

function sameCertificate(
  { certificate }: ClientCertificate,
  { jid }: CertificateIdentity,
  { environment, other }: Circumstances,
): string | undefined {
  if (other === undefined) return undefined;
  if (other.identity.jid !== jid && !other.publicKey.equals(certificate.publicKey)) return undefined;
  const elsewhere = otherOf(environment);
  return (
    `The certificate ${jid} is the one that is installed for ${elsewhere}. Give each environment one of its own; if it ` +
    `stands in the wrong one, first run: kasirbox certificate remove --environment ${elsewhere}`
  );
}

/** Receipts of one taxpayer would be signed in the name of another. */
function otherTaxpayer({ tin }: CertificateIdentity, { companyTin }: Circumstances): string | undefined {
  if (tin === null || companyTin === NO_TIN || tin === companyTin) return undefined;
  return (
    `The certificate is of TIN ${tin}, but the company that is set has ${companyTin}. Give the certificate of this ` +
    'company, or set the other first: kasirbox settings set company'
  );
}

function outOfDate({ notAfter }: CertificateIdentity, { now, isClockTrusted }: Circumstances): string | undefined {
  if (notAfter > now || !isClockTrusted) return undefined;
  return `The certificate ended on ${localTime(notAfter)}. Get a new one from the tax authority.`;
}

function unfit({ key, certificate }: ClientCertificate): string | undefined {
  if (!certificate.checkPrivateKey(key)) {
    return 'The private key is not that of the certificate. Give the file as the tax authority sent it.';
  }
  // Without the extension there is nothing here, whatever the types say.
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

function warningsOn(
  { tin, vsdcUrl, notBefore, notAfter }: CertificateIdentity,
  circumstances: Circumstances,
): string[] {
  const { companyTin, now, isClockTrusted } = circumstances;
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
  } else if (notAfter - now <= RENEWAL) {
    warnings.push(`The certificate ends on ${localTime(notAfter)}. It can be renewed now, in its last 30 days.`);
  }
  return warnings;
}
