import { uuidBytes, uuidFromBytes } from '../../../base/index.js';
import { JOB_REASONS, JOB_STATES, type PrintJob, type ProbedPrinter } from '../job.js';
import { blobOf, numberOf, type Row, textOf, type View } from './sql.js';

/** Recent print jobs, and the findings of printer probes. */
export const JOBS_SCHEMA = `
CREATE TABLE job (
  id INTEGER PRIMARY KEY, uuid BLOB, printer TEXT, repeat INTEGER, state INTEGER, reason INTEGER, created INTEGER,
  updated INTEGER, sequence INTEGER
);
CREATE TABLE forgotten (id INTEGER, sequence INTEGER);
CREATE TABLE printer (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
`;

/** Number of ended jobs stored here: those of a day or two. The log has all. */
const KEPT_JOBS = 1000;

/** The job of a new receipt is at most this many records before the receipt in the log. */
const LEAD = 8;

interface Kept {
  readonly job: PrintJob;
  /** Sequence of the record that created it. */
  readonly sequence: number;
}

/** Open jobs and the last ended ones; written to the table only for a snapshot, because a sale touches memory only. */
export class Jobs {
  private readonly kept = new Map<number, Kept>();
  /** Ids of ended jobs. */
  private readonly ended = new Set<number>();
  private highestId = 0;
  /** Highest id and sequence of the removed jobs. */
  private forgotten = { id: 0, sequence: 0 };

  constructor(private readonly view: View) {
    const gone = view.first('SELECT id, sequence FROM forgotten');
    if (gone !== undefined) this.forgotten = { id: numberOf(gone, 'id'), sequence: numberOf(gone, 'sequence') };
    for (const row of view.all('SELECT * FROM job ORDER BY sequence, id'))
      this.put(jobOf(row), numberOf(row, 'sequence'));
  }

  /** Puts the job of a record with this sequence. */
  put(job: PrintJob, sequence: number): void {
    const before = this.kept.get(job.id);
    this.kept.set(job.id, { job, sequence: before?.sequence ?? sequence });
    this.highestId = Math.max(this.highestId, job.id);
    if (hasEnded(job)) this.ended.add(job.id);
    if (this.ended.size > KEPT_JOBS) this.forgetOne();
  }

  /** Removes the job that ended first. */
  private forgetOne(): void {
    const [id] = this.ended;
    const gone = id === undefined ? undefined : this.kept.get(id);
    if (id === undefined || gone === undefined) return;
    this.kept.delete(id);
    this.ended.delete(id);
    this.forgotten = {
      id: Math.max(this.forgotten.id, id),
      sequence: Math.max(this.forgotten.sequence, gone.sequence),
    };
  }

  job(id: number): PrintJob | undefined {
    return this.kept.get(id)?.job;
  }

  /** All jobs, in the order of the log. */
  all(): PrintJob[] {
    return Array.from(this.kept.values(), ({ job }) => job);
  }

  /** Jobs of a receipt, oldest first. */
  of(uuid: string): PrintJob[] {
    return this.all().filter((job) => job.uuid === uuid);
  }

  /** Id of the next job. */
  nextId(): number {
    return Math.max(this.forgotten.id, this.highestId) + 1;
  }

  /** True when a job of the receipt recorded with this sequence may have been removed. */
  mayHaveForgotten(sequence: number): boolean {
    return this.forgotten.sequence + LEAD >= sequence && this.forgotten.sequence > 0;
  }

  putPrinter(printer: ProbedPrinter): void {
    this.view.run('INSERT OR REPLACE INTO printer VALUES (?, ?)', [printer.name, JSON.stringify(printer)]);
  }

  /** The last probe of a printer of this name, at any address. */
  printer(name: string): ProbedPrinter | undefined {
    const row = this.view.first('SELECT value FROM printer WHERE name = ?', [name]);
    return row && (JSON.parse(textOf(row, 'value')) as ProbedPrinter);
  }

  /** Writes the jobs to the table. */
  save(): void {
    this.view.batch(() => {
      this.view.run('DELETE FROM job');
      this.view.run('DELETE FROM forgotten');
      this.view.run('INSERT INTO forgotten VALUES (?, ?)', [this.forgotten.id, this.forgotten.sequence]);
      for (const { job, sequence } of this.kept.values()) {
        this.view.run('INSERT INTO job VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)', [
          job.id,
          uuidBytes(job.uuid),
          job.printer,
          Number(job.repeat),
          JOB_STATES.indexOf(job.state),
          job.reason === null ? null : JOB_REASONS.indexOf(job.reason),
          job.createdAt,
          job.updatedAt,
          sequence,
        ]);
      }
    });
  }
}

/** True for a final state; it changes only at the request of a person. */
export function hasEnded({ state }: Pick<PrintJob, 'state'>): boolean {
  return state !== 'queued' && state !== 'sending';
}

function jobOf(row: Row): PrintJob {
  const state = JOB_STATES[numberOf(row, 'state')];
  if (state === undefined) throw new RangeError('unknown state of a job');
  return {
    id: numberOf(row, 'id'),
    uuid: uuidFromBytes(Buffer.from(blobOf(row, 'uuid'))),
    printer: textOf(row, 'printer'),
    repeat: row['repeat'] === 1,
    state,
    reason: row['reason'] === null ? null : (JOB_REASONS[numberOf(row, 'reason')] ?? null),
    createdAt: numberOf(row, 'created'),
    updatedAt: numberOf(row, 'updated'),
  };
}
