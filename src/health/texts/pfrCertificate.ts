import type { Environment } from '../../base/fiscal.js';
import type { Words } from '../../base/words.js';
import { serbianDay } from './day.js';

/** What is said of the certificate for the V-PFR. */
export const TEXTS = {
  pfrCertificateGood: (jid: string, until: string): Words => ({
    sr: `Сертификат ${jid} за В-ПФР важи до ${serbianDay(until)}`,
    en: `The certificate ${jid} for the V-PFR is valid until ${until}.`,
  }),
  pfrCertificateMissing: (): Words => ({
    sr: 'Сертификат за В-ПФР није инсталиран; рачуни се не издају.',
    en: 'No certificate for the V-PFR is installed; no receipts are issued.',
  }),
  pfrCertificateUnreadable: (): Words => ({
    sr: 'Сертификат за В-ПФР не може да се прочита са диска; рачуни се не издају.',
    en: 'The certificate for the V-PFR cannot be read from the disk; no receipts are issued.',
  }),
  pfrCertificateDamaged: (): Words => ({
    sr: 'Сертификат за В-ПФР је оштећен; рачуни се не издају.',
    en: 'The certificate for the V-PFR is damaged; no receipts are issued.',
  }),
  pfrCertificateKeyMissing: (): Words => ({
    sr: 'Недостаје кључ уређаја за сертификат за В-ПФР; рачуни се не издају.',
    en: 'The key of the box for the certificate of the V-PFR is missing; no receipts are issued.',
  }),
  pfrCertificateEnded: (jid: string, on: string): Words => ({
    sr: `Сертификат ${jid} за В-ПФР је истекао ${serbianDay(on)} Рачуни се не издају.`,
    en: `The certificate ${jid} for the V-PFR ended on ${on}; no receipts are issued.`,
  }),
  pfrCertificateEnds: (jid: string, on: string): Words => ({
    sr: `Сертификат ${jid} за В-ПФР истиче ${serbianDay(on)}`,
    en: `The certificate ${jid} for the V-PFR ends on ${on}.`,
  }),
  pfrCertificateEarly: (jid: string, from: string): Words => ({
    sr: `Сертификат ${jid} за В-ПФР важи тек од ${serbianDay(from)}`,
    en: `The certificate ${jid} for the V-PFR is valid from ${from} only.`,
  }),
  installCertificate: (environment: Environment): Words => ({
    sr: 'Инсталирајте датотеку (.pfx или .p12) коју је издала Пореска управа.',
    en: `Run: kasirbox certificate install FILE --environment ${environment}`,
  }),
  checkDisk: (): Words => ({
    sr: 'Позовите сервисера: треба проверити диск и дозволе фасцикле са подацима.',
    en: 'Check the disk, and the owner of the files in DIR/pfr; then restart the box.',
  }),
  replaceCertificate: (environment: Environment): Words => ({
    sr: 'Затражите нови сертификат на порталу Пореске управе и инсталирајте га.',
    en: `Get a new one on the portal of the tax authority, then run: kasirbox certificate install FILE --environment ${environment}`,
  }),
  renewPfrCertificate: (environment: Environment): Words => ({
    sr: 'Обновите га на порталу Пореске управе (могуће је у последњих 30 дана) и инсталирајте нови.',
    en: `Renew it on the portal of the tax authority (possible in its last 30 days), then run: kasirbox certificate install FILE --environment ${environment}`,
  }),
  checkClock: (): Words => ({
    sr: 'Ако је тај дан прошао, сат уређаја касни: повежите уређај на интернет.',
    en: 'If that day has passed, the clock of the box is behind: connect it to the Internet.',
  }),
} as const;
