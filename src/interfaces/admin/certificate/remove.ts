import { ENVIRONMENTS, failed, PFR_TRAITS, type Result, defineMessages, type Message } from '../../../base/index.js';
import { oneOf } from '../fields.js';
import { type AdminParts, operation } from '../operation.js';
import { changeStore } from './storage.js';

const MESSAGES = defineMessages('removeCertificate', {
  openReceipt: {
    en: 'A receipt whose end is not known needs this certificate. First run: kasirbox pfr settle',
    sr: 'Овај сертификат треба рачуну чији исход није познат. Прво покрените: kasirbox pfr settle',
    srOnPage: 'Овај сертификат треба рачуну чији исход није познат. Прво одлучите о њему на страници Стање.',
  },
  notInstalled: {
    en: 'No certificate is installed for {environment}.',
    sr: 'За окружење {environment} није инсталиран сертификат.',
  },
});

/**
 * Removes a certificate. Refused while a V-PFR has a receipt whose outcome is not known: without the certificate it
 * could never be looked up.
 */
export const removeCertificate = operation({
  permission: 'certificates',
  ask: { environment: oneOf(ENVIRONMENTS) },
  async run(
    { certificates, invoicing }: Pick<AdminParts, 'certificates' | 'invoicing'>,
    { environment },
  ): Promise<Result<null, Message>> {
    if (invoicing.settling.unsettled(environment).some(({ intent }) => PFR_TRAITS[intent.mode].needsCertificate))
      return failed(MESSAGES.openReceipt);
    const installed = certificates.read(environment);
    if (installed.ok && installed.value === undefined) return failed(MESSAGES.notInstalled({ environment }));
    return changeStore(() => certificates.remove(environment));
  },
});
