import {
  ENVIRONMENTS,
  failed,
  ok,
  type Result,
  runOwnCommand,
  defineMessages,
  type Message,
} from '../../../base/index.js';
import { MAX_PFX } from '../../../processors/pfr/index.js';
import { field, oneOf } from '../fields.js';
import { type AdminParts, operation } from '../operation.js';
import { type CertificateRow, certificateRow } from './row.js';

const MESSAGES = defineMessages('uploadCertificate', {
  busy: {
    en: 'Another file is being opened. Try again in a moment.',
    sr: 'Отвара се друга датотека. Покушајте поново за који тренутак.',
  },
  notReadable: {
    en: 'The certificate cannot be read. Run: kasirbox doctor',
    sr: 'Сертификат не може да се прочита. Покрените: kasirbox doctor',
    srOnPage: 'Сертификат не може да се прочита. Погледајте Стање.',
  },
});

/** Time limit for opening a file, ms: a forged file may take days. */
const TIME_LIMIT = 60_000;
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
  ask: { environment: oneOf(ENVIRONMENTS), pfx: pfxFile, password: passwordRow },
  async run(
    { folder, certificates, now }: Pick<AdminParts, 'folder' | 'certificates' | 'now'>,
    { environment, pfx, password },
  ): Promise<Result<CertificateRow, Message>> {
    if (underWay > 0) return failed(MESSAGES.busy);
    underWay += 1;
    try {
      const words = ['certificate', 'install', '-', '--environment', environment, '--password-first', '--data', folder];
      const input = Buffer.concat([Buffer.from(`${password}\n`), Buffer.from(pfx, 'base64')]);
      const installed = await runOwnCommand({ words, timeLimit: TIME_LIMIT, input });
      if (!installed.ok) return installed;
    } finally {
      underWay -= 1;
    }
    const stored = certificates.read(environment);
    if (!stored.ok || stored.value === undefined) return failed(MESSAGES.notReadable);
    return ok(certificateRow(stored.value.identity, now()));
  },
});
