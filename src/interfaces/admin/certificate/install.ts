import { ENVIRONMENTS, failed, ok, type Result, defineMessages, type Message } from '../../../base/index.js';
import type { HealthParts } from '../../health/index.js';
import { checkBeforeInstall, fromPem, MAX_CHAIN, MAX_PEM, otherEnvironment } from '../../../processors/pfr/index.js';
import { field, oneOf } from '../fields.js';
import { type AdminParts, operation } from '../operation.js';
import { type CertificateRow, certificateRow } from './row.js';
import { changeStore, storeFaultWords } from './storage.js';

const MESSAGES = defineMessages('installCertificate', {
  otherUnreadable: {
    en: '{fault} Until then nothing is installed, so nobody can say that this is not the same.',
    sr: '{fault} До тада се ништа не инсталира, јер се не зна да ово није исти сертификат.',
  },
  notACertificate: {
    en: 'That is no certificate with its key. Give the file as it was sent.',
    sr: 'То није сертификат са својим кључем. Дајте датотеку како је послата.',
  },
});

type Parts = Pick<AdminParts, 'certificates' | 'settings' | 'now'> & {
  readonly health: Pick<HealthParts, 'clockTrust'>;
};

/** The installed certificate with warnings. */
type Installed = CertificateRow & { readonly warnings: readonly Message[] };

const pem = field<string>({ type: 'string', maxLength: MAX_PEM });
const chain = field<readonly string[]>({ type: 'array', maxItems: MAX_CHAIN, items: pem.schema });

/**
 * Installs a certificate that {@link checkBeforeInstall} accepts. The settings do not change between the check and the
 * installation.
 */
export const installCertificate = operation({
  permission: 'certificates',
  ask: { environment: oneOf(ENVIRONMENTS), key: pem, certificate: pem, chain },
  async run(
    { certificates, settings, now, health }: Parts,
    { environment, ...clientPem },
  ): Promise<Result<Installed, Message>> {
    const client = fromPem(clientPem);
    if (client === undefined) return failed(MESSAGES.notACertificate);
    return settings.holding(async () => {
      const elsewhere = otherEnvironment(environment);
      const other = certificates.read(elsewhere);
      if (!other.ok) return failed(MESSAGES.otherUnreadable({ fault: storeFaultWords(other.error, elsewhere) }));
      const companyTin = settings.now.company.tin;
      const isClockTrusted = health.clockTrust() !== 'guess';
      const admitted = checkBeforeInstall(client, {
        environment,
        companyTin,
        other: other.value,
        now: now(),
        isClockTrusted,
      });
      if (!admitted.ok) return admitted;
      const { identity, warnings } = admitted.value;
      const stored = await changeStore(() => certificates.install(environment, client));
      return stored.ok ? ok({ ...certificateRow(identity, now()), warnings }) : stored;
    });
  },
});
