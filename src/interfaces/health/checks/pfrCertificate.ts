import {
  assertNever,
  type Bilingual,
  type ClockTrust,
  type LocalTime,
  localTime,
  receiptTimeOfLocal,
  serbianDay,
  type UtcMs,
} from '../../../base/index.js';
import { type Environment, PFR_TRAITS } from '../../../contract/index.js';
import { type CertificateStore, RENEWAL_PERIOD, type StoreFault } from '../../../processors/pfr/index.js';
import type { Settings } from '../../../shop/settings/index.js';
import type { CertificateIdentity } from '../../../platform/tls/index.js';
import { type CheckFinding, defineCheck, failure, good, warning } from '../check.js';
import { SET_CLOCK } from './clock.js';

interface Deps {
  readonly settings: Pick<Settings, 'now'>;
  readonly pfrCertificates: Pick<CertificateStore, 'read'>;
  readonly now: () => UtcMs;
  readonly clockTrust: () => ClockTrust;
}

/** The certificate for the V-PFR. Checked only if the active environment uses one. */
export const pfrCertificateCheck = defineCheck({
  name: 'pfr-certificate',
  consequence: 'signing',
  alarmAfterPolls: 2,
  guide: {
    symptom: { sr: 'Рачуни се не издају; квар pfr-certificate', en: 'No receipts; failure pfr-certificate' },
    cause: {
      sr: 'сертификат за В-ПФР недостаје или је истекао',
      en: 'the certificate for the V-PFR is missing or has expired',
    },
    command: 'kasirbox certificate install FILE --environment E',
  },
  // A V-PFR cannot be asked without its certificate, so nothing else is known about it.
  inhibits: ['pfr', 'rates', 'pfr-test'],
  run({ settings, pfrCertificates, now, clockTrust }: Deps) {
    const { environment } = settings.now;
    const { mode, key } = settings.now[`pfr.${environment}`];
    // The key on a card has its own check.
    if (!PFR_TRAITS[mode].needsCertificate || key === 'card') return [];
    const installed = pfrCertificates.read(environment);
    if (!installed.ok) return [unusable(installed.error, environment)];
    if (installed.value === undefined) return [failure(TEXTS.missing(), TEXTS.install(environment))];
    return [validity(installed.value.identity, environment, now(), clockTrust() !== 'guess')];
  },
});

function unusable(fault: StoreFault, environment: Environment): CheckFinding {
  switch (fault) {
    case 'unreadable':
      return failure(TEXTS.unreadable(), TEXTS.checkDisk());
    case 'key-missing':
      return failure(TEXTS.keyMissing(), TEXTS.install(environment));
    case 'damaged':
      return failure(TEXTS.damaged(), TEXTS.install(environment));
    default:
      return assertNever(fault);
  }
}

function validity(
  { jid, notBefore, notAfter }: CertificateIdentity,
  environment: Environment,
  now: UtcMs,
  isClockTrusted: boolean,
): CheckFinding {
  const end = localTime(notAfter).slice(0, 10);
  const proof = {
    sr: `${jid}: од ${localTime(notBefore)} до ${localTime(notAfter)}`,
    en: `${jid}: from ${localTime(notBefore)} until ${localTime(notAfter)}`,
  };
  // The V-PFR itself knows whether the certificate has expired: an untrusted clock must not stop sales.
  if (notAfter <= now && !isClockTrusted)
    return warning(TEXTS.mayHaveEnded(jid, localTime(notAfter)), SET_CLOCK, proof);
  if (notAfter <= now) return failure(TEXTS.ended(jid, end), TEXTS.replace(environment), proof);
  if (notBefore > now) {
    return warning(TEXTS.early(jid, localTime(notBefore).slice(0, 10)), TEXTS.checkClock(), proof);
  }
  if (notAfter - now > RENEWAL_PERIOD) return good(TEXTS.good(jid, end), proof);
  return warning(TEXTS.ends(jid, end), TEXTS.renew(environment), proof);
}

const TEXTS = {
  good: (jid: string, until: string): Bilingual => ({
    sr: `Сертификат ${jid} за В-ПФР важи до ${serbianDay(until)}`,
    en: `The certificate ${jid} for the V-PFR is valid until ${until}.`,
  }),
  missing: (): Bilingual => ({
    sr: 'Сертификат за В-ПФР није инсталиран; рачуни се не издају.',
    en: 'No certificate for the V-PFR is installed; no receipts are issued.',
  }),
  unreadable: (): Bilingual => ({
    sr: 'Сертификат за В-ПФР не може да се прочита са диска; рачуни се не издају.',
    en: 'The certificate for the V-PFR cannot be read from the disk; no receipts are issued.',
  }),
  damaged: (): Bilingual => ({
    sr: 'Сертификат за В-ПФР је оштећен; рачуни се не издају.',
    en: 'The certificate for the V-PFR is damaged; no receipts are issued.',
  }),
  keyMissing: (): Bilingual => ({
    sr: 'Недостаје кључ уређаја за сертификат за В-ПФР; рачуни се не издају.',
    en: "The box's key for the V-PFR certificate is missing; no receipts are issued.",
  }),
  ended: (jid: string, on: string): Bilingual => ({
    sr: `Сертификат ${jid} за В-ПФР је истекао ${serbianDay(on)} Рачуни се не издају.`,
    en: `The certificate ${jid} for the V-PFR expired on ${on}; no receipts are issued.`,
  }),
  mayHaveEnded: (jid: string, on: LocalTime): Bilingual => ({
    sr: `По сату уређаја, чију тачност ништа не потврђује, сертификат ${jid} за В-ПФР је истекао ${receiptTimeOfLocal(on)}.`,
    en: `By the clock of the box, which nothing confirms, the certificate ${jid} for the V-PFR expired on ${on}.`,
  }),
  ends: (jid: string, on: string): Bilingual => ({
    sr: `Сертификат ${jid} за В-ПФР истиче ${serbianDay(on)}`,
    en: `The certificate ${jid} for the V-PFR expires on ${on}.`,
  }),
  early: (jid: string, from: string): Bilingual => ({
    sr: `Сертификат ${jid} за В-ПФР важи тек од ${serbianDay(from)}`,
    en: `The certificate ${jid} for the V-PFR is not valid before ${from}.`,
  }),
  install: (environment: Environment): Bilingual => ({
    sr: `Инсталирајте датотеку (.pfx или .p12) коју је издала Пореска управа (kasirbox certificate install FILE --environment ${environment}).`,
    en: `Install the file (.pfx or .p12) issued by the tax authority (kasirbox certificate install FILE --environment ${environment}).`,
  }),
  checkDisk: (): Bilingual => ({
    sr: 'Проверите диск и власника датотека у фасцикли pfr са подацима, па искључите и укључите уређај; ако квар остане, позовите сервисера.',
    en: 'Check the disk and the owner of the files in the folder pfr of the data folder, then switch the box off and on; if it persists, call a technician.',
  }),
  replace: (environment: Environment): Bilingual => ({
    sr: `Затражите нови сертификат на порталу Пореске управе и инсталирајте га (kasirbox certificate install FILE --environment ${environment}).`,
    en: `Request a new certificate on the tax authority's portal and install it (kasirbox certificate install FILE --environment ${environment}).`,
  }),
  renew: (environment: Environment): Bilingual => ({
    sr: `Обновите га на порталу Пореске управе (могуће је у последњих 30 дана) и инсталирајте нови (kasirbox certificate install FILE --environment ${environment}).`,
    en: `Renew it on the tax authority's portal (possible in its last 30 days) and install the new one (kasirbox certificate install FILE --environment ${environment}).`,
  }),
  checkClock: (): Bilingual => ({
    sr: 'Ако је тај дан прошао, сат уређаја касни: повежите уређај на интернет.',
    en: 'If that day has passed, the clock of the box is behind: connect the box to the internet.',
  }),
} as const;
