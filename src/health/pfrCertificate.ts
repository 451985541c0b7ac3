import { never } from '../base/result.js';
import { localTime } from '../base/time.js';
import type { Environment, UtcMs } from '../base/fiscal.js';
import type { Words } from '../base/words.js';
import { RENEWAL } from '../pfr/certificate/admission.js';
import type { CertificateIdentity } from '../pfr/certificate/identity.js';
import type { StoreFault } from '../pfr/certificate/store.js';
import type { Check, HealthParts } from './checks.js';
import { CLOCK_TEXTS } from './texts/clock.js';
import { TEXTS } from './texts/pfrCertificate.js';
import { failure, good, warning } from './verdicts.js';

const name = 'pfr-certificate';

type Parts = Pick<HealthParts, 'settings' | 'processorCertificate' | 'now' | 'clockTrust'>;

/** The certificate for the V-PFR; looked at only where the active environment has one. */
export function checkPfrCertificate({ settings, processorCertificate, now, clockTrust }: Parts): Check[] {
  const { environment } = settings.now;
  if (settings.now[`pfr.${environment}`].mode !== 'vpfr') return [];
  const installed = processorCertificate(environment);
  const install = TEXTS.installCertificate(environment);
  if (!installed.ok) return [failure(name, ...wordsOf(installed.error, install))];
  if (installed.value === undefined) return [failure(name, TEXTS.pfrCertificateMissing(), install)];
  return [judge(installed.value.identity, environment, now(), clockTrust() !== 'guess')];
}

function wordsOf(fault: StoreFault, install: Words): readonly [found: Words, action: Words] {
  switch (fault) {
    case 'unreadable':
      return [TEXTS.pfrCertificateUnreadable(), TEXTS.checkDisk()];
    case 'key-missing':
      return [TEXTS.pfrCertificateKeyMissing(), install];
    case 'damaged':
      return [TEXTS.pfrCertificateDamaged(), install];
    default:
      return never(fault);
  }
}

function judge(identity: CertificateIdentity, environment: Environment, now: UtcMs, isTrusted: boolean): Check {
  const { jid, notBefore, notAfter } = identity;
  const end = localTime(notAfter).slice(0, 10);
  const proof = `${jid}: from ${localTime(notBefore)} until ${localTime(notAfter)}`;
  // Whether it has ended the V-PFR itself knows: no sale is stopped by a guess.
  if (notAfter <= now && !isTrusted) {
    const found = CLOCK_TEXTS.pfrCertificateMayHaveEnded(jid, localTime(notAfter));
    return warning(name, found, CLOCK_TEXTS.set(), proof);
  }
  if (notAfter <= now) {
    return failure(name, TEXTS.pfrCertificateEnded(jid, end), TEXTS.replaceCertificate(environment), proof);
  }
  if (notBefore > now) {
    const found = TEXTS.pfrCertificateEarly(jid, localTime(notBefore).slice(0, 10));
    return warning(name, found, TEXTS.checkClock(), proof);
  }
  if (notAfter - now > RENEWAL) return good(name, TEXTS.pfrCertificateGood(jid, end), proof);
  const found = TEXTS.pfrCertificateEnds(jid, end);
  return warning(name, found, TEXTS.renewPfrCertificate(environment), proof);
}
