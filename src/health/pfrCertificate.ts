import { never } from '../base/result.js';
import { localTime } from '../base/time.js';
import type { Environment, UtcMs } from '../base/fiscal.js';
import type { Words } from '../base/words.js';
import { RENEWAL } from '../pfr/certificate/admission.js';
import type { CertificateIdentity } from '../pfr/certificate/identity.js';
import type { StoreFault } from '../pfr/certificate/store.js';
import type { Check, HealthParts } from './checks.js';
import { TEXTS } from './texts.js';

const name = 'pfr-certificate';

type Parts = Pick<HealthParts, 'settings' | 'processorCertificate' | 'now'>;

/** The certificate for the V-PFR; looked at only where the active environment has one. */
export function checkPfrCertificate({ settings, processorCertificate, now }: Parts): Check[] {
  const { environment } = settings.now;
  if (settings.now[`pfr.${environment}`].mode !== 'vpfr') return [];
  const installed = processorCertificate(environment);
  const install = TEXTS.installCertificate(environment);
  if (!installed.ok) return [failure(...wordsOf(installed.error, install))];
  if (installed.value === undefined) return [failure(TEXTS.pfrCertificateMissing(), install)];
  return [judge(installed.value.identity, environment, now())];
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

function judge(identity: CertificateIdentity, environment: Environment, now: UtcMs): Check {
  const { jid, notBefore, notAfter } = identity;
  const end = localTime(notAfter).slice(0, 10);
  if (notAfter <= now) return failure(TEXTS.pfrCertificateEnded(jid, end), TEXTS.replaceCertificate(environment));
  if (notBefore > now) {
    const found = TEXTS.pfrCertificateEarly(jid, localTime(notBefore).slice(0, 10));
    return { name, state: 'warning', found, action: TEXTS.checkClock() };
  }
  if (notAfter - now > RENEWAL) return good(TEXTS.pfrCertificateGood(jid, end));
  const found = TEXTS.pfrCertificateEnds(jid, end);
  return { name, state: 'warning', found, action: TEXTS.renewPfrCertificate(environment) };
}

function good(found: Words): Check {
  return { name, state: 'ok', found, action: null };
}

function failure(found: Words, action: Words): Check {
  return { name, state: 'failure', found, action };
}
