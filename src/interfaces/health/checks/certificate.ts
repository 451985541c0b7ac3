import { type Bilingual, type CertainTime, localTime, serbianDay, type UtcMs } from '../../../base/index.js';
import { defineCheck, good, warning } from '../check.js';

interface CertificateDeps {
  readonly service:
    | {
        /** Expiry of the server certificate and of its authority. */
        readonly certificate: () => { readonly server: UtcMs; readonly authority: UtcMs };
      }
    | undefined;
  /** The newest time that has certainly passed. The certificate begins and is renewed by it. */
  readonly certainTime: () => CertainTime;
}

const DAY = 24 * 60 * 60 * 1000;
/** An authority that expires sooner than this must be renewed by hand, ms. */
const AUTHORITY_MARGIN = 180 * DAY;
/**
 * A server certificate renews itself a month before its expiry. If it expires sooner than this, the renewal has failed,
 * ms.
 */
const SERVER_MARGIN = 7 * DAY;

/** The certificate by which tablets trust the box. Only where a service runs. */
export const certificateCheck = defineCheck({
  name: 'certificate',
  consequence: 'connection',
  alarmAfterPolls: 2,
  guide: {
    symptom: { sr: 'Таблет не верује уређају', en: 'A tablet does not trust the box' },
    cause: { sr: 'сертификат уређаја истиче', en: 'the certificate of the box is expiring' },
    command: 'kasirbox certificate renew-ca',
  },
  run({ service, certainTime }: CertificateDeps) {
    if (service === undefined) return [];
    const ends = service.certificate();
    const [server, authority] = [dayOf(ends.server), dayOf(ends.authority)];
    const proof = CERTIFICATE_TEXTS.proof(server, authority);
    const { at } = certainTime();
    if (ends.authority - at <= AUTHORITY_MARGIN) {
      return [warning(CERTIFICATE_TEXTS.authorityEnds(authority), CERTIFICATE_TEXTS.renewAuthority(), proof)];
    }
    if (ends.server - at <= SERVER_MARGIN)
      return [warning(CERTIFICATE_TEXTS.serverEnds(server), CERTIFICATE_TEXTS.restart(), proof)];
    return [good(CERTIFICATE_TEXTS.good(server), proof)];
  },
});

function dayOf(at: UtcMs): string {
  return localTime(at).slice(0, 10);
}

const CERTIFICATE_TEXTS = {
  proof: (server: string, authority: string): Bilingual => ({
    sr: `важи до ${server}, издавалац до ${authority}; границе ${SERVER_MARGIN / DAY} и ${AUTHORITY_MARGIN / DAY} дана`,
    en: `valid until ${server}, authority until ${authority}; limits ${SERVER_MARGIN / DAY}, ${AUTHORITY_MARGIN / DAY} days`,
  }),
  good: (until: string): Bilingual => ({
    sr: `Сертификат за везу важи до ${serbianDay(until)}`,
    en: `The server certificate is valid until ${until}.`,
  }),
  serverEnds: (until: string): Bilingual => ({
    sr: `Сертификат за везу истиче ${serbianDay(until)}, а обнављање није успело.`,
    en: `The server certificate expires on ${until} and could not be renewed.`,
  }),
  restart: (): Bilingual => ({
    sr: 'Искључите и укључите уређај; ако се понови, узрок је у дневнику рада (tls.failed): позовите сервисера.',
    en: 'Switch the box off and on; if it happens again, the log has the cause (tls.failed): call a technician.',
  }),
  authorityEnds: (until: string): Bilingual => ({
    sr: `Сертификат уређаја истиче ${serbianDay(until)}`,
    en: `The certificate of the box expires on ${until}.`,
  }),
  renewAuthority: (): Bilingual => ({
    sr: 'Направите нови сертификат (kasirbox certificate renew-ca), па нову датотеку ca.pem ставите на таблете; ако не знате како, позовите сервисера.',
    en: 'Create a new certificate (kasirbox certificate renew-ca), then install the new ca.pem on the tablets; if you do not know how, call a technician.',
  }),
} as const;

interface AuthorityDeps {
  readonly service:
    | {
        /** True when a stolen key of the authority could only be used to impersonate boxes. */
        readonly isAuthorityStrict: () => boolean;
      }
    | undefined;
}

/**
 * What the box's own authority may certify. Only where a service runs, and only for an authority with too wide a scope.
 */
export const authorityCheck = defineCheck({
  name: 'authority',
  consequence: 'connection',
  alarmAfterPolls: 2,
  guide: {
    symptom: { sr: 'Упозорење authority', en: 'Warning authority' },
    cause: { sr: 'издавалац сертификата уређаја истиче', en: 'the certificate authority of the box needs replacing' },
    command: 'kasirbox certificate renew-ca',
  },
  run({ service }: AuthorityDeps) {
    if (service === undefined || service.isAuthorityStrict()) return [];
    return [warning(AUTHORITY_TEXTS.loose(), AUTHORITY_TEXTS.renew())];
  },
});

const AUTHORITY_TEXTS = {
  loose: (): Bilingual => ({
    sr: 'Издавалац сертификата овог уређаја потиче из старијег издања програма: ко украде његов кључ, могао би таблетима да се представи и као други сајтови.',
    en: 'The certificate authority of this box was created by an earlier release: a thief of its key could also impersonate other web sites to your tablets.',
  }),
  renew: (): Bilingual => ({
    sr: 'Направите нови дугметом „Нови сертификат издаваоца” у „Стање” (у терминалу: kasirbox certificate renew-ca). Затим на сваки таблет инсталирајте нови ca.pem и уклоните стари; до тада све ради као и сада.',
    en: 'Create a new one with the button “New authority certificate” on the page Status (in a terminal: kasirbox certificate renew-ca). Then install the new ca.pem on every tablet and remove the old one; until then everything works as before.',
  }),
} as const;
