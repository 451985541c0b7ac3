import { defineMessages, failed, type Message, ok, type Result, runOwnCommand, phrase } from '../../../base/index.js';
import { environmentText, ENVIRONMENTS, PFR_TRAITS } from '../../../contract/index.js';
import type { HealthDeps } from '../../health/index.js';
import {
  checkBeforeInstall,
  fromPem,
  MAX_CHAIN,
  MAX_PEM,
  MAX_PFX,
  otherEnvironment,
  readBundle,
} from '../../../processors/pfr/index.js';
import { field, nullable, oneOf } from '../fields.js';
import { type AdminDeps, operation } from '../operation.js';
import { authorityRow, type CertificateRow, certificateRow, changeStore, storeFaultText } from './show.js';

const INSTALL_MESSAGES = defineMessages('installCertificate', {
  otherUnreadable: {
    en: '{fault} Nothing is installed until then, because this could be the same certificate.',
    sr: '{fault} До тада се ништа не инсталира, јер се не зна да ово није исти сертификат.',
  },
  notACertificate: {
    en: 'This is not a certificate with its key. Use the file exactly as it was sent.',
    sr: 'То није сертификат са својим кључем. Дајте датотеку онакву каква је послата.',
  },
});

type Deps = Pick<AdminDeps, 'certificates' | 'settings' | 'now'> & {
  readonly health: Pick<HealthDeps, 'clockTrust'>;
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
  input: { environment: oneOf(ENVIRONMENTS), key: pem, certificate: pem, chain },
  async run(
    { certificates, settings, now, health }: Deps,
    { environment, ...clientPem },
  ): Promise<Result<Installed, Message>> {
    const client = fromPem(clientPem);
    if (client === undefined) return failed(INSTALL_MESSAGES.notACertificate);
    return settings.holding(async () => {
      const elsewhere = otherEnvironment(environment);
      const other = certificates.read(elsewhere);
      if (!other.ok) {
        return failed(INSTALL_MESSAGES.otherUnreadable({ fault: storeFaultText(other.error, elsewhere) }));
      }
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

const REMOVE_MESSAGES = defineMessages('removeCertificate', {
  openReceipt: {
    en: 'A receipt with an unknown outcome needs this certificate. First run: kasirbox pfr settle',
    sr: 'Овај сертификат треба рачуну чији исход није познат. Прво покрените: kasirbox pfr settle',
    srOnPage: 'Овај сертификат треба рачуну чији исход није познат. Прво одлучите о њему на страници Стање.',
    enOnPage:
      'A receipt with an unknown outcome needs this certificate. First decide about the receipt on the page Status.',
  },
  notInstalled: {
    en: 'No certificate is installed for {environment}.',
    sr: 'За {environment} није инсталиран сертификат.',
  },
});

/**
 * Removes a certificate. Refused while a V-PFR has a receipt whose outcome is not known: without the certificate it
 * could never be looked up.
 */
export const removeCertificate = operation({
  permission: 'certificates',
  input: { environment: oneOf(ENVIRONMENTS) },
  async run(
    { certificates, invoicing }: Pick<AdminDeps, 'certificates' | 'invoicing'>,
    { environment },
  ): Promise<Result<null, Message>> {
    if (invoicing.reconciliation.unresolved(environment).some(({ intent }) => PFR_TRAITS[intent.mode].needsCertificate))
      return failed(REMOVE_MESSAGES.openReceipt);
    const installed = certificates.read(environment);
    if (installed.ok && installed.value === undefined)
      return failed(REMOVE_MESSAGES.notInstalled({ environment: phrase(environmentText(environment)) }));
    return changeStore(() => certificates.remove(environment));
  },
});

const base64 = field<string>({ type: 'string', pattern: '^[A-Za-z0-9+/]*=*$' });

/**
 * Sets the additional trusted authorities and returns their names. `bundle`: a PEM bundle, or a DER file, in base64;
 * null: no additional authorities.
 */
export const trustAuthorities = operation({
  permission: 'certificates',
  input: { environment: oneOf(ENVIRONMENTS), bundle: nullable(base64) },
  async run(
    { certificates }: Pick<AdminDeps, 'certificates'>,
    { environment, bundle },
  ): Promise<Result<readonly string[], Message>> {
    const read = bundle === null ? ok([]) : readBundle(Buffer.from(bundle, 'base64'));
    if (!read.ok) return read;
    const stored = await changeStore(() => certificates.trust(environment, read.value));
    return stored.ok ? ok(read.value.map(authorityRow)) : stored;
  },
});

const UPLOAD_MESSAGES = defineMessages('uploadCertificate', {
  busy: {
    en: 'Another file is being opened. Try again in a moment.',
    sr: 'Отвара се друга датотека. Покушајте поново за који тренутак.',
  },
  notReadable: {
    en: 'The certificate cannot be read. Run: kasirbox doctor',
    sr: 'Сертификат не може да се прочита. Покрените: kasirbox doctor',
    srOnPage: 'Сертификат не може да се прочита. Погледајте Стање.',
    enOnPage: 'The certificate cannot be read. See Status.',
  },
});

/** Time limit for opening a file, ms: a forged file may take days. */
const UPLOAD_TIME_LIMIT = 60_000;
const pfxFile = field<string>({
  type: 'string',
  minLength: 4,
  maxLength: Math.ceil(MAX_PFX / 3) * 4,
  pattern: '^[A-Za-z0-9+/]*=*$',
});
const passwordRow = field<string>({ type: 'string', maxLength: 1024, pattern: '^[^\\r\\n]*$' });

/** Number of files that this process is opening now: each takes the memory of a whole program. */
let underWay = 0;

/**
 * Installs the certificate of a `.pfx` or `.p12` file, `pfx` in base64, in a running service. The command `certificate
 * install` opens the file in a process of its own, and then asks this service to install the certificate.
 */
export const uploadCertificate = operation({
  permission: 'certificates',
  input: { environment: oneOf(ENVIRONMENTS), pfx: pfxFile, password: passwordRow },
  async run(
    { folder, certificates, now }: Pick<AdminDeps, 'folder' | 'certificates' | 'now'>,
    { environment, pfx, password },
  ): Promise<Result<CertificateRow, Message>> {
    if (underWay > 0) return failed(UPLOAD_MESSAGES.busy);
    underWay += 1;
    try {
      const words = ['certificate', 'install', '-', '--environment', environment, '--password-first', '--data', folder];
      const input = Buffer.concat([Buffer.from(`${password}\n`), Buffer.from(pfx, 'base64')]);
      const installed = await runOwnCommand({ words, timeLimit: UPLOAD_TIME_LIMIT, input });
      if (!installed.ok) return installed;
    } finally {
      underWay -= 1;
    }
    const stored = certificates.read(environment);
    if (!stored.ok || stored.value === undefined) return failed(UPLOAD_MESSAGES.notReadable);
    return ok(certificateRow(stored.value.identity, now()));
  },
});
