import type { UtcMs } from '../base/fiscal.js';
import { localTime } from '../base/time.js';
import type { Check, HealthParts } from './checks.js';
import { TEXTS } from './texts/certificate.js';
import { good, warning } from './verdicts.js';

const DAY = 24 * 60 * 60 * 1000;
/** An authority that ends sooner than this must be renewed by hand, ms. */
const AUTHORITY_NOTICE = 180 * DAY;
/** A server certificate renews itself a month before its end; one that ends sooner than this has failed to, ms. */
const SERVER_NOTICE = 7 * DAY;

type Parts = Pick<HealthParts, 'certificate' | 'now' | 'clockTrust'>;

/** The certificate that tablets trust the box by; only where a service runs. */
export function checkCertificate({ certificate, now, clockTrust }: Parts): Check[] {
  const ends = certificate();
  if (ends === undefined) return [];
  const [server, authority] = [day(ends.server), day(ends.authority)];
  const proof = `ends ${server}, authority ${authority}; limits ${SERVER_NOTICE / DAY}, ${AUTHORITY_NOTICE / DAY} days`;
  const name = 'certificate';
  // By a guess nobody is sent to the tablets; the clock has a line of its own.
  if (clockTrust() === 'guess') return [good(name, TEXTS.certificateGood(server), proof)];
  if (ends.authority - now() <= AUTHORITY_NOTICE) {
    return [warning(name, TEXTS.certificateEnds(authority), TEXTS.renewCertificate(), proof)];
  }
  if (ends.server - now() <= SERVER_NOTICE) {
    return [warning(name, TEXTS.serverCertificateEnds(server), TEXTS.restartToRenew(), proof)];
  }
  return [good(name, TEXTS.certificateGood(server), proof)];
}

function day(at: UtcMs): string {
  return localTime(at).slice(0, 10);
}
