import { type Bilingual, type CertainTime, localTime, serbianDay, type UtcMs } from '../../../base/index.js';
import { defineCheck, good, warning } from '../check.js';

interface Parts {
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
  run({ service, certainTime }: Parts) {
    if (service === undefined) return [];
    const ends = service.certificate();
    const [server, authority] = [dayOf(ends.server), dayOf(ends.authority)];
    const proof = TEXTS.proof(server, authority);
    const { at } = certainTime();
    if (ends.authority - at <= AUTHORITY_MARGIN) {
      return [warning(TEXTS.authorityEnds(authority), TEXTS.renewAuthority(), proof)];
    }
    if (ends.server - at <= SERVER_MARGIN) return [warning(TEXTS.serverEnds(server), TEXTS.restart(), proof)];
    return [good(TEXTS.good(server), proof)];
  },
});

function dayOf(at: UtcMs): string {
  return localTime(at).slice(0, 10);
}

const TEXTS = {
  proof: (server: string, authority: string): Bilingual => ({
    sr: `важи до ${server}, издавалац до ${authority}; границе ${SERVER_MARGIN / DAY} и ${AUTHORITY_MARGIN / DAY} дана`,
    en: `ends ${server}, authority ${authority}; limits ${SERVER_MARGIN / DAY}, ${AUTHORITY_MARGIN / DAY} days`,
  }),
  good: (until: string): Bilingual => ({
    sr: `Сертификат за везу важи до ${serbianDay(until)}`,
    en: `The server certificate is valid until ${until}.`,
  }),
  serverEnds: (until: string): Bilingual => ({
    sr: `Сертификат за везу истиче ${serbianDay(until)}, а обнављање није успело.`,
    en: `The server certificate ends on ${until} and could not be renewed.`,
  }),
  restart: (): Bilingual => ({
    sr: 'Искључите и укључите уређај; ако се понови, узрок је у дневнику рада (tls.failed): позовите сервисера.',
    en: 'Restart the box; the log says why the renewal failed (tls.failed).',
  }),
  authorityEnds: (until: string): Bilingual => ({
    sr: `Сертификат уређаја истиче ${serbianDay(until)}`,
    en: `The certificate authority of the box ends on ${until}.`,
  }),
  renewAuthority: (): Bilingual => ({
    sr: 'Направите нови сертификат (kasirbox certificate renew-ca), па нову датотеку ca.pem ставите на таблете; ако не знате како, позовите сервисера.',
    en: 'Run: kasirbox certificate renew-ca; then give the new ca.pem to the tablets.',
  }),
} as const;
