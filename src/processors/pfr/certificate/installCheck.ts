import type { KeyObject } from 'node:crypto';
import {
  defineMessages,
  failed,
  localTime,
  type Message,
  ok,
  type Result,
  type UtcMs,
  phrase,
} from '../../../base/index.js';
import { type Environment, environmentOfHost, environmentText, hostOf } from '../../../contract/index.js';
import { NO_TIN } from '../../../shop/settings/index.js';
import { type CertificateIdentity, readIdentity } from '../../../platform/tls/index.js';
import type { ClientCertificate } from './client.js';

const MESSAGES = defineMessages('certificate', {
  otherEnvironment: {
    en: 'This is a certificate for {other}. Install the one that the tax authority issued for {environment}.',
    sr: 'Ово је сертификат за {other}. Инсталирајте онај који је Пореска управа издала за {environment}.',
  },
  notForProduction: {
    en: 'Nothing shows that this certificate is for production. Install the one that the tax authority issued for production.',
    sr: 'Ништа не показује да је ово сертификат за продукцију. Инсталирајте онај који је Пореска управа издала за продукцију.',
  },
  ofOther: {
    en: 'The certificate {jid} is already installed for {other}. Use a separate one for each environment; if it is in the wrong environment, first run: kasirbox certificate remove --environment {name}',
    sr: 'Сертификат {jid} је већ инсталиран за {other}. Сваком окружењу дајте његов; ако је у погрешном окружењу, прво покрените: kasirbox certificate remove --environment {name}',
    srOnPage:
      'Сертификат {jid} је већ инсталиран за {other}. Сваком окружењу дајте његов; ако је у погрешном окружењу, прво га тамо уклоните.',
    enOnPage:
      'The certificate {jid} is already installed for {other}. Use a separate one for each environment; if it is in the wrong environment, remove it there first.',
  },
  noJid: {
    en: 'The certificate has no JID, so it is not from the tax authority. Use the file exactly as it was sent.',
    sr: 'Сертификат нема JID, па није од Пореске управе. Дајте датотеку онакву каква је послата.',
  },
  otherTin: {
    en: 'The certificate is for TIN {tin}, but the configured company has {other}. Use the certificate of that company, or change the company first: kasirbox settings set company',
    sr: 'Сертификат је за ПИБ {tin}, а подешена фирма има {other}. Дајте сертификат те фирме, или прво промените фирму: kasirbox settings set company',
    srOnPage:
      'Сертификат је за ПИБ {tin}, а подешена фирма има {other}. Дајте сертификат те фирме, или прво промените фирму.',
    enOnPage:
      'The certificate is for TIN {tin}, but the configured company has {other}. Use the certificate of that company, or change the company first.',
  },
  ended: {
    en: 'The certificate expired on {time}. Request a new one from the tax authority.',
    sr: 'Сертификат је истекао {time}. Затражите нови од Пореске управе.',
  },
  otherKey: {
    en: 'The private key does not belong to this certificate. Use the file exactly as the tax authority sent it.',
    sr: 'Приватни кључ није од овог сертификата. Дајте датотеку онакву какву је послала Пореска управа.',
  },
  wrongUse: {
    en: 'The certificate is not for client authentication. Use the one for the V-PFR, not that of a card or a server.',
    sr: 'Сертификат није за пријаву клијента. Дајте онај за В-ПФР, а не за картицу или сервер.',
  },
  weakKey: {
    en: 'The key is weaker than 2048-bit RSA or P-256. Request a new certificate.',
    sr: 'Кључ је слабији од RSA са 2048 бита или P-256. Затражите нови сертификат.',
  },
  noTin: {
    en: "The certificate has no TIN, so it was not compared with the company's TIN.",
    sr: 'Сертификат нема ПИБ, па није упоређен са ПИБ-ом фирме.',
  },
  noCompany: {
    en: 'The company is not set yet; its TIN will have to be {tin}.',
    sr: 'Фирма још није подешена; њен ПИБ мораће да буде {tin}.',
  },
  noAddress: {
    en: 'The certificate has no V-PFR address; enter it in the settings as "url".',
    sr: 'У сертификату нема адресе В-ПФР-а; задајте је у подешавањима.',
  },
  notYetValid: {
    en: 'The certificate is not valid before {time}. If that time has passed, the clock of the box is wrong.',
    sr: 'Сертификат важи тек од {time}. Ако је то прошло, сат уређаја није тачан.',
  },
  clockIsGuess: {
    en: 'The clock of the box is only an estimate. Check for yourself that {time} has not passed.',
    sr: 'Сат уређаја је само процена. Проверите сами да {time} није прошло.',
  },
  renewable: {
    en: 'The certificate expires on {time}. It can be renewed now, in its last 30 days.',
    sr: 'Сертификат истиче {time}. Може да се обнови сада, у последњих 30 дана.',
  },
});

/** Where a certificate is to be installed, and what is known there. */
interface InstallTarget {
  readonly environment: Environment;
  /** TIN of the configured company. */
  readonly companyTin: string;
  /** The certificate that is installed for the other environment. */
  readonly other: { readonly identity: CertificateIdentity; readonly publicKey: KeyObject } | undefined;
  readonly now: UtcMs;
  /** True when `now` is known to be right. */
  readonly isClockTrusted: boolean;
}

interface InstallableCertificate {
  readonly identity: CertificateIdentity;
  /** Problems that do not prevent the installation but that the operator should know. */
  readonly warnings: readonly Message[];
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
 * Checks whether this certificate may be installed for the target environment.
 */
export function checkBeforeInstall(
  client: ClientCertificate,
  target: InstallTarget,
): Result<InstallableCertificate, Message> {
  const identity = readIdentity(client.certificate);
  if (identity === undefined) {
    return failed(MESSAGES.noJid);
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
  const other = otherEnvironment(environment);
  if (named.includes(other)) {
    return MESSAGES.otherEnvironment({
      other: phrase(environmentText(other)),
      environment: phrase(environmentText(environment)),
    });
  }
  // The authority has more test systems than the one called sandbox.
  return environment === 'production' && named.length === 0 ? MESSAGES.notForProduction : undefined;
}

function sameCertificate(
  { certificate }: ClientCertificate,
  { jid }: CertificateIdentity,
  { environment, other }: InstallTarget,
): Message | undefined {
  if (other === undefined) return undefined;
  if (other.identity.jid !== jid && !other.publicKey.equals(certificate.publicKey)) return undefined;
  const name = otherEnvironment(environment);
  return MESSAGES.ofOther({ jid, other: phrase(environmentText(name)), name });
}

/** Without this check, receipts of one taxpayer could be signed in the name of another. */
function otherTaxpayer({ tin }: CertificateIdentity, { companyTin }: InstallTarget): Message | undefined {
  if (tin === null || companyTin === NO_TIN || tin === companyTin) return undefined;
  return MESSAGES.otherTin({ tin, other: companyTin });
}

function outOfDate({ notAfter }: CertificateIdentity, { now, isClockTrusted }: InstallTarget): Message | undefined {
  if (notAfter > now || !isClockTrusted) return undefined;
  return MESSAGES.ended({ time: localTime(notAfter) });
}

function unfit({ key, certificate }: ClientCertificate): Message | undefined {
  if (!certificate.checkPrivateKey(key)) {
    return MESSAGES.otherKey;
  }
  // Undefined when the extension is absent, which Node's type does not declare.
  const usages = certificate.keyUsage as readonly string[] | undefined;
  if (usages?.includes(CLIENT_AUTHENTICATION) !== true) {
    return MESSAGES.wrongUse;
  }
  return isStrong(key) ? undefined : MESSAGES.weakKey;
}

function isStrong({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  if (asymmetricKeyType === 'rsa') return (asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_RSA_BITS;
  return asymmetricKeyType === 'ec' && CURVES.includes(asymmetricKeyDetails?.namedCurve ?? '');
}

function warningsOn({ tin, vsdcUrl, notBefore, notAfter }: CertificateIdentity, target: InstallTarget): Message[] {
  const { companyTin, now, isClockTrusted } = target;
  const warnings: Message[] = [];
  if (tin === null) warnings.push(MESSAGES.noTin);
  else if (companyTin === NO_TIN) warnings.push(MESSAGES.noCompany({ tin }));
  if (vsdcUrl === null) warnings.push(MESSAGES.noAddress);
  if (notBefore > now) {
    const begin = localTime(notBefore);
    warnings.push(MESSAGES.notYetValid({ time: begin }));
  }
  if (!isClockTrusted) {
    warnings.push(MESSAGES.clockIsGuess({ time: localTime(notAfter) }));
  } else if (notAfter - now <= RENEWAL_PERIOD) {
    warnings.push(MESSAGES.renewable({ time: localTime(notAfter) }));
  }
  return warnings;
}
