import {
  type Clock,
  english,
  failed,
  type Log,
  type Message,
  ok,
  type Result,
  runOwnCommand,
} from '../../base/index.js';
import type { Ledger } from '../../platform/ledger/index.js';
import { type BackupSetting, DEFAULT_BACKUP_HOURS, DEFAULT_BACKUPS_KEPT } from '../../shop/settings/index.js';
import { type BackupFolder, ofCurrentLedger } from './backupFolder.js';

interface RollingBackupDeps {
  readonly ledger: Pick<Ledger, 'end'>;
  readonly setting: () => BackupSetting | null;
  readonly clock: Clock;
  readonly log: Log;
  /** Reads the state of the folder. Neither this nor `write` may hang once the signal is aborted. */
  readonly probe: (folder: string, signal: AbortSignal) => Promise<BackupFolder>;
  /** Writes a backup into the folder and removes older ones. */
  readonly write: (setting: BackupSetting, signal: AbortSignal) => Promise<Result<void, Message>>;
}

/** State of the folder at the last check, and why the last backup failed. */
export interface RollingBackupReport {
  readonly folder: BackupFolder;
  readonly failure: string | undefined;
}

/** Time between two checks of the folder, ms: a stick has its backup a minute after it is plugged in. */
const ROUND = 60_000;
/** Time until the next check after a failed backup, ms. */
const AFTER_FAILURE = 10 * 60_000;
const HOUR = 60 * 60_000;

/**
 * Maintains the last backups of the box in a folder, usually on a stick. The names in the folder show whether a backup
 * is due, so that a stick gets its backup soon after it is plugged in again, whatever has happened meanwhile.
 */
export class RollingBackup {
  private readonly stopped = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private last: RollingBackupReport | undefined;

  constructor(private readonly deps: RollingBackupDeps) {}

  /** Undefined before the first check, and while no backups are configured. */
  get report(): RollingBackupReport | undefined {
    return this.last;
  }

  start(): void {
    this.running = this.run();
  }

  /** Aborts a backup in progress; the next one removes its files. */
  async stop(): Promise<void> {
    this.stopped.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { clock } = this.deps;
    for (let pause = ROUND; await clock.sleep(pause, this.stopped.signal);) {
      pause = (await this.round()) ? ROUND : AFTER_FAILURE;
    }
  }

  /** Makes a backup if one is due. False: it failed. */
  async round(): Promise<boolean> {
    const { setting, probe } = this.deps;
    const { signal } = this.stopped;
    const backup = setting();
    if (backup === null) {
      this.last = undefined;
      return true;
    }
    const before = await probe(backup.folder, signal);
    const isDue = before.state === 'ready' && this.isDue(before, backup);
    const done = isDue && !signal.aborted ? await this.make(backup) : ok(undefined);
    if (signal.aborted) return true;
    const after = isDue ? await probe(backup.folder, signal) : before;
    this.note(after, done.ok ? undefined : english(done.error));
    return done.ok;
  }

  private note(folder: BackupFolder, failure: string | undefined): void {
    if (failure !== undefined && failure !== this.last?.failure) this.deps.log('backup.failed', { reason: failure });
    this.last = { folder, failure };
  }

  private async make(setting: BackupSetting): Promise<Result<void, Message>> {
    const { ledger, clock, log, write } = this.deps;
    const { sequence } = ledger.end;
    const began = clock.monotonic();
    const written = await write(setting, this.stopped.signal);
    if (!written.ok) return failed(written.error);
    log('backup.written', { folder: setting.folder, records: sequence, ms: Math.round(clock.monotonic() - began) });
    return written;
  }

  /**
   * True when there is a newer record than in the newest backup, and that backup is old enough. A future time comes
   * from a wrong clock.
   */
  private isDue(
    { backups }: Extract<BackupFolder, { state: 'ready' }>,
    { everyHours = DEFAULT_BACKUP_HOURS }: BackupSetting,
  ): boolean {
    const { sequence } = this.deps.ledger.end;
    const [newest] = ofCurrentLedger(backups, sequence);
    if (newest === undefined) return true;
    if (newest.sequence === sequence) return false;
    const age = this.deps.clock.now() - newest.at;
    return age < 0 || age >= everyHours * HOUR;
  }
}

/** Ten years of receipts take minutes; if it takes longer than this, the stick is failing, ms. */
const BACKUP_PROCESS_TIME_LIMIT = 2 * 60 * 60 * 1000;

/**
 * Runs `kasirbox backup --into FOLDER` in a separate process: reading and encrypting years of receipts takes minutes of
 * computing, and a stick may hang. Resolves when the process has ended, or at once when the signal is aborted. The
 * error is that of the command.
 */
export function backupInChild(
  folder: string,
  { folder: target, keep = DEFAULT_BACKUPS_KEPT }: BackupSetting,
  signal: AbortSignal,
): Promise<Result<void, Message>> {
  const words = ['backup', '--into', target, '--keep', String(keep), '--data', folder];
  return runOwnCommand({ words, timeLimit: BACKUP_PROCESS_TIME_LIMIT, signal });
}
