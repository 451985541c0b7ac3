import type { Clock, Disk, Log, Result, Message } from '../../base/index.js';
import type { DownloadParts } from './download.js';
import type { Rauc } from './rauc.js';
import type { TrialParts } from './trial.js';

/** Dependencies of updates. */
export interface UpdatesParts extends Omit<TrialParts, 'clock'>, Omit<DownloadParts, 'clock'> {
  readonly disk: Disk;
  /** The data folder. */
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Version of this program. */
  readonly version: string;
  /** Root folder of the machine's files. */
  readonly root: string;
  /** `RUNTIME_DIRECTORY` of systemd.exec(5), which is in memory; undefined where no service manager runs this box. */
  readonly runtime: string | undefined;
  readonly rauc: Rauc;
  /** The folder below which sticks are mounted. */
  readonly media: string;
  /** True while a receipt or a print is under way. */
  readonly isSelling: () => boolean;
  /** Writes a backup to this file. */
  readonly backUp: (file: string, signal: AbortSignal) => Promise<Result<void, Message>>;
  /** True when there is a code to open a backup with. */
  readonly hasBackupCode: () => boolean;
}
