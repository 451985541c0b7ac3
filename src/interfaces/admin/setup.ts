import { readCode } from '../../outward/backup/index.js';
import { defineMessages, failed, type Message, NO_ESIR_NUMBER, ok, type Result, type UtcMs } from '../../base/index.js';
import { type Environment, PFR_TRAITS, type PfrMode } from '../../contract/index.js';
import { NO_TIN, type OptionalSetupStep } from '../../shop/settings/index.js';
import type { CertificateIdentity } from '../../platform/tls/index.js';
import { text } from './fields.js';
import { type AdminDeps, operation } from './operation.js';

/** Which setup steps are done. */
export interface SetupState {
  readonly environment: Environment;
  readonly hasCompany: boolean;
  readonly processor: PfrMode;
  /** True when a test of a processor outside of the box was recorded. */
  readonly isProcessorTested: boolean;
  /** `ended`: expired according to the clock of the box. */
  readonly certificate: 'not-needed' | 'missing' | 'ended' | 'installed';
  readonly printers: number;
  /** Printers that have never answered, so it is not known whether they work. */
  readonly silentPrinters: number;
  /** Tablets on which cashiers may sign in. */
  readonly tablets: number;
  /** Valid keys. */
  readonly keys: number;
  /** Valid keys that a program has used, which shows that it is connected. */
  readonly usedKeys: number;
  readonly cashiers: number;
  readonly hasBackupCode: boolean;
  /** True when the box makes backups. */
  readonly isBackedUp: boolean;
  /** Steps that were marked as not needed in this shop. */
  readonly notNeeded: readonly OptionalSetupStep[];
}

type Deps = Pick<
  AdminDeps,
  'settings' | 'ledger' | 'certificates' | 'tablets' | 'keys' | 'users' | 'printing' | 'disk' | 'folder' | 'now'
>;

export const showSetup = operation({
  permission: 'settings',
  isReadOnly: true,
  input: {},
  async run(deps: Deps): Promise<Result<SetupState, Message>> {
    const { settings, ledger, certificates, tablets, keys, users, printing, disk, folder, now } = deps;
    const { environment, company, printers, backup, setupNotNeeded, ...others } = settings.now;
    const { mode, key } = others[`pfr.${environment}`];
    const installed = certificates.read(environment);
    const valid = keys.list().filter(({ revokedAt }) => revokedAt === null);
    return ok({
      environment,
      hasCompany: company.tin !== NO_TIN,
      processor: mode,
      isProcessorTested: PFR_TRAITS[mode].isRemote && ledger.main.profile(environment)?.mode === mode,
      certificate:
        !PFR_TRAITS[mode].needsCertificate || key === 'card'
          ? 'not-needed'
          : certificateState(installed.ok ? installed.value?.identity : undefined, now()),
      printers: printers.length,
      silentPrinters: printing.printers().filter(({ proof }) => proof === null || proof === 'none').length,
      tablets: tablets.list().length,
      keys: valid.length,
      usedKeys: valid.filter(({ lastUsedAt }) => lastUsedAt !== null).length,
      cashiers: users.list().filter(({ role }) => role === 'cashier').length,
      hasBackupCode: (await readCode(disk, folder)) !== undefined,
      isBackedUp: backup !== null,
      notNeeded: setupNotNeeded,
    });
  },
});

function certificateState(certificate: CertificateIdentity | undefined, now: UtcMs): SetupState['certificate'] {
  if (certificate === undefined) return 'missing';
  return certificate.notAfter < now ? 'ended' : 'installed';
}

const MESSAGES = defineMessages('esir', {
  noApproval: {
    en: 'No approval is entered. Enter its number: kasirbox settings set esir -',
    sr: 'Одобрење није унето. Унесите његов број: kasirbox settings set esir -',
    srOnPage: 'Одобрење није унето. Унесите његов број: „Подешавања”, страница „Фирма”.',
    enOnPage: 'No approval is entered. Enter its number: “Settings”, page “Company”.',
  },
  otherNumber: {
    en: 'Receipts carry the ESIR number {esirNumber}. See: kasirbox doctor',
    sr: 'На рачунима је ЕСИР број {esirNumber}. Погледајте: kasirbox doctor',
    srOnPage: 'На рачунима је ЕСИР број {esirNumber}.',
    enOnPage: 'Receipts carry the ESIR number {esirNumber}.',
  },
});

/**
 * Records that the approval of the tax authority covers the running version. `esirNumber`: the number that a person has
 * compared with the approval.
 */
export const acceptEsir = operation({
  permission: 'settings',
  input: { esirNumber: text },
  async run(
    { settings }: Pick<AdminDeps, 'settings'>,
    { esirNumber: given },
  ): Promise<Result<{ readonly esirNumber: string }, Message>> {
    const { approval, esirNumber } = settings;
    if (approval.number === NO_ESIR_NUMBER) return failed(MESSAGES.noApproval);
    if (given.trim() !== esirNumber) return failed(MESSAGES.otherNumber({ esirNumber }));
    const stored = await settings.change('esir', ({ esir }) => ok({ ...esir, version: approval.version }));
    return stored.ok ? ok({ esirNumber }) : failed(stored.error);
  },
});
