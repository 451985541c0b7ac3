import { readCode } from '../../outward/backup/index.js';
import {
  type Environment,
  ok,
  PFR_TRAITS,
  type PfrMode,
  type Result,
  type UtcMs,
  type Message,
} from '../../base/index.js';
import { NO_TIN, type OptionalSetupStep } from '../../shop/settings/index.js';
import type { CertificateIdentity } from '../../platform/tls/index.js';
import { type AdminParts, operation } from './operation.js';

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

type Parts = Pick<
  AdminParts,
  'settings' | 'ledger' | 'certificates' | 'tablets' | 'keys' | 'users' | 'printing' | 'disk' | 'folder' | 'now'
>;

export const showSetup = operation({
  permission: 'settings',
  isReadOnly: true,
  ask: {},
  async run(parts: Parts): Promise<Result<SetupState, Message>> {
    const { settings, ledger, certificates, tablets, keys, users, printing, disk, folder, now } = parts;
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
