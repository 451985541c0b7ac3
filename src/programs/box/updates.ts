import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BACKUP_CODE_FILE } from '../../outward/backup/index.js';
import { runOwnCommand, VERSION } from '../../base/index.js';
import type { CheckCache } from '../../interfaces/health/index.js';
import { canSignDemo } from '../../processors/pfr/index.js';
import { Rauc, Updates } from '../../outward/updates/index.js';
import type { Box } from './open.js';

/** Time limit of a backup, ms; ten years of receipts take minutes. */
const BACKUP_TIME = 2 * 60 * 60 * 1000;

/** Where the system mounts USB sticks. */
const MEDIA = '/media';

/** Updates of a running service. */
export function updatesOf(box: Box, checks: CheckCache): Updates {
  const { disk, folder, clock, log, machine, ledger, invoicing, printing, updating = {} } = box;
  const { rauc, runtime = process.env['RUNTIME_DIRECTORY']?.split(':')[0], ca, media = MEDIA } = updating;
  return new Updates({
    ...{ disk, folder, clock, log, version: VERSION, root: machine.root, runtime, rauc: new Rauc(rauc) },
    ...(ca !== undefined && { ca }),
    media,
    failing: async () => (await checks.checks()).flatMap(({ name, blocks }) => (blocks ? [name] : [])),
    canSign: () => canSignDemo(ledger.boxId, clock.now()),
    printers: () => printing.printers().map(({ name, state }) => ({ name, answers: state !== 'offline' })),
    isSelling: () =>
      invoicing.saleTimer.longest > 0 ||
      printing.printers().some(({ state }) => state === 'printing') ||
      printing.jobs().some(({ state }) => state === 'sending'),
    hasBackupCode: () => existsSync(join(folder, BACKUP_CODE_FILE)),
    backUp: (file, signal) =>
      runOwnCommand({ words: ['backup', file, '--data', folder], timeLimit: BACKUP_TIME, signal }),
  });
}
