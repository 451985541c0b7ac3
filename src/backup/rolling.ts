import type { Clock } from '../base/clock.js';
import type { Log } from '../base/log.js';
import { failed, ok, type Result } from '../base/result.js';
import type { Ledger } from '../ledger/ledger.js';
import { type BackupSetting, DEFAULT_HOURS } from '../settings/backup.js';
import type { Shelf } from './look.js';
import { ofThisLife } from './shelf.js';

export interface RollingParts {
  readonly ledger: Pick<Ledger, 'end'>;
  readonly setting: () => BackupSetting | null;
  readonly clock: Clock;
  readonly log: Log;
  /** Looks at the folder. Neither this nor `write` may hang once the signal says that it is over. */
  readonly look: (folder: string, signal: AbortSignal) => Promise<Shelf>;
  /** Puts a backup into the folder and takes older ones away; the error is an English sentence. */
  readonly write: (setting: BackupSetting, signal: AbortSignal) => Promise<Result<void, string>>;
}

/** What the last look has found, and why the last backup failed, an English sentence. */
export interface RollingReport {
  readonly shelf: Shelf;
  readonly failure: string | undefined;
}

/** Between two looks at the folder, ms: a stick that is put in has its backup a minute later. */
const ROUND = 60_000;
/** After a backup that failed, ms. */
const AFTER_FAILURE = 10 * 60_000;
const HOUR = 60 * 60_000;

/**
 * Keeps the last backups of the box in a folder, usually a stick. What is due follows from the names that lie there, so
 * that a stick which was away gets its backup soon after it is back, whatever has happened meanwhile.
 */
export class Rolling {
  private readonly stopped = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private last: RollingReport | undefined;

  constructor(private readonly parts: RollingParts) {}

  /** Undefined before the first look, and while no backups are set. */
  get report(): RollingReport | undefined {
    return this.last;
  }

  start(): void {
    this.running = this.run();
  }

  /** A backup under way is given up; what it leaves is taken away by the next. */
  async stop(): Promise<void> {
    this.stopped.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { clock } = this.parts;
    for (let pause = ROUND; await clock.sleep(pause, this.stopped.signal);) {
      pause = (await this.round()) ? ROUND : AFTER_FAILURE;
    }
  }

  /** Makes a backup if one is due. False: it failed. */
  async round(): Promise<boolean> {
    const { setting, look } = this.parts;
    const { signal } = this.stopped;
    const wanted = setting();
    if (wanted === null) {
      this.last = undefined;
      return true;
    }
    const shelf = await look(wanted.folder, signal);
    const isDue = shelf.state === 'ready' && this.isDue(shelf, wanted);
    const done = isDue && !signal.aborted ? await this.make(wanted) : ok(undefined);
    if (signal.aborted) return true;
    const seen = isDue ? await look(wanted.folder, signal) : shelf;
    this.note(seen, done.ok ? undefined : done.error);
    return done.ok;
  }

  private note(shelf: Shelf, failure: string | undefined): void {
    if (failure !== undefined && failure !== this.last?.failure) this.parts.log('backup.failed', { reason: failure });
    this.last = { shelf, failure };
  }

  private async make(setting: BackupSetting): Promise<Result<void, string>> {
    const { ledger, clock, log, write } = this.parts;
    const { sequence } = ledger.end;
    const began = clock.monotonic();
    const written = await write(setting, this.stopped.signal);
    if (!written.ok) return failed(written.error);
    log('backup.written', { folder: setting.folder, records: sequence, ms: Math.round(clock.monotonic() - began) });
    return written;
  }

  /** Has something been recorded since the newest, and is it old enough? One of the future was made by a wrong clock. */
  private isDue(
    { backups }: Extract<Shelf, { state: 'ready' }>,
    { everyHours = DEFAULT_HOURS }: BackupSetting,
  ): boolean {
    const { sequence } = this.parts.ledger.end;
    const [newest] = ofThisLife(backups, sequence);
    if (newest === undefined) return true;
    if (newest.sequence === sequence) return false;
    const age = this.parts.clock.now() - newest.at;
    return age < 0 || age >= everyHours * HOUR;
  }
}
