import type { Words } from '../../base/words.js';
import { serbianDay } from './day.js';

/** What is said of the certificate of the box. */
export const TEXTS = {
  certificateGood: (until: string): Words => ({
    sr: `Сертификат за везу важи до ${serbianDay(until)}`,
    en: `The server certificate is valid until ${until}.`,
  }),
  serverCertificateEnds: (until: string): Words => ({
    sr: `Сертификат за везу истиче ${serbianDay(until)}, а обнављање није успело.`,
    en: `The server certificate ends on ${until} and could not be renewed.`,
  }),
  restartToRenew: (): Words => ({
    sr: 'Искључите и укључите уређај; ако се понови, позовите сервисера.',
    en: 'Restart the box; the log says why the renewal failed (tls.failed).',
  }),
  certificateEnds: (until: string): Words => ({
    sr: `Сертификат уређаја истиче ${serbianDay(until)}`,
    en: `The certificate authority of the box ends on ${until}.`,
  }),
  renewCertificate: (): Words => ({
    sr: 'Позовите сервисера: таблетима треба нови сертификат.',
    en: 'Remove DIR/tls, restart the box and give the new ca.pem to the tablets.',
  }),
} as const;
