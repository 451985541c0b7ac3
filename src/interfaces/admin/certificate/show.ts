import { type Environment, ENVIRONMENTS, ok, type Result, type Message, defineMessages } from '../../../base/index.js';
import { readBundle } from '../../../processors/pfr/index.js';
import { oneOf } from '../fields.js';
import { type AdminParts, operation } from '../operation.js';
import { authorityRow, type CertificateRow, certificateRow } from './row.js';
import { storeFaultWords } from './storage.js';

const MESSAGES = defineMessages('authoritiesShown', {
  unreadable: {
    en: 'The authorities for {environment} cannot be read. Run: kasirbox certificate trust FILE --environment {environment}',
    sr: 'Издаваоци за окружење {environment} не могу да се прочитају. На самој каси: kasirbox certificate trust FILE --environment {environment}',
  },
});

export interface CertificateState {
  readonly environment: Environment;
  /** Null when none is installed, or the installed one cannot be used. */
  readonly certificate: CertificateRow | null;
  /** Names of the additional trusted authorities. */
  readonly trusted: readonly string[];
  /** Why parts of it cannot be used. */
  readonly faults: readonly Message[];
}

export const showCertificate = operation({
  permission: 'certificates',
  isReadOnly: true,
  ask: { environment: oneOf(ENVIRONMENTS) },
  async run(
    { certificates, now }: Pick<AdminParts, 'certificates' | 'now'>,
    { environment },
  ): Promise<Result<CertificateState, Message>> {
    const [installed, bundle] = [certificates.read(environment), certificates.trustBundle(environment)];
    const certificate = installed.ok ? installed.value : undefined;
    const faults = [
      ...(installed.ok ? [] : [storeFaultWords(installed.error, environment)]),
      ...(bundle.ok ? [] : [MESSAGES.unreadable({ environment })]),
    ];
    return ok({
      environment,
      certificate: certificate === undefined ? null : certificateRow(certificate.identity, now()),
      trusted: bundle.ok && bundle.value !== undefined ? authoritiesOf(bundle.value) : [],
      faults,
    });
  },
});

function authoritiesOf(bundle: string): string[] {
  const read = readBundle(Buffer.from(bundle));
  return read.ok ? read.value.map(authorityRow) : [];
}
