import type { Environment } from '../../../contract/index.js';
import type { BoxEvent, InDoubtEvent, RecordsLost } from '../boxEvent.js';
import { textOf, type View } from './sql.js';

/** Recent events of the box itself. */
export const EVENTS_SCHEMA = `
CREATE TABLE event (value TEXT);
`;

/** Number of events stored here, unless more of them are the last of their subject; the log has all of them. */
const KEPT_EVENTS = 100;

/** The newest events; written to the table only for a snapshot. */
export class Events {
  private kept: BoxEvent[];
  /** The events of open intents in doubt, by request id. */
  private readonly doubts = new Map<string, InDoubtEvent>();

  constructor(private readonly view: View) {
    const saved = view.all('SELECT value FROM event ORDER BY rowid');
    this.kept = saved.map((row) => JSON.parse(textOf(row, 'value')) as BoxEvent);
    for (const event of this.kept) this.noteDoubt(event);
  }

  /** Oldest first. */
  get all(): readonly BoxEvent[] {
    return this.kept;
  }

  put(event: BoxEvent): void {
    // The receipt or abort follows, which ends the doubt.
    if (event.kind === 'settled') return;
    this.kept = [...this.kept, event];
    this.noteDoubt(event);
    if (this.kept.length > KEPT_EVENTS) this.forgetOne();
  }

  /** Losses of records that an owner has accepted, oldest first. */
  get losses(): readonly (BoxEvent & RecordsLost)[] {
    return this.kept.filter((event) => event.kind === 'records-lost');
  }

  /** True when a receipt was issued under this idempotency key and its record is lost. */
  hasLostKey(environment: Environment, id: string): boolean {
    return this.losses.some(({ keys }) => keys.some((key) => key.id === id && key.environment === environment));
  }

  /** The event that an open intent is in doubt; undefined if none was recorded. */
  inDoubt(requestId: string): InDoubtEvent | undefined {
    return this.doubts.get(requestId);
  }

  /** Called when the outcome of an intent is recorded. */
  endDoubt(requestId: string): void {
    const ended = this.doubts.get(requestId);
    if (ended === undefined) return;
    this.doubts.delete(requestId);
    this.kept = this.kept.filter((event) => event !== ended);
  }

  /**
   * Removes the oldest event. Exceptions: the last one of its subject, which shows whether safe mode or an alarm is on,
   * and lost records, because without them the loss would be damage again.
   */
  private forgetOne(): void {
    const last = new Map(this.kept.map((event) => [subjectOf(event), event]));
    const gone = this.kept.find((event) => event.kind !== 'records-lost' && last.get(subjectOf(event)) !== event);
    if (gone !== undefined) this.kept = this.kept.filter((event) => event !== gone);
  }

  private noteDoubt(event: BoxEvent): void {
    if (event.kind === 'in-doubt') this.doubts.set(event.requestId, event);
  }

  /** Writes the events to the table. */
  save(): void {
    this.view.batch(() => {
      this.view.run('DELETE FROM event');
      for (const event of this.kept) this.view.run('INSERT INTO event VALUES (?)', [JSON.stringify(event)]);
    });
  }
}

function subjectOf(event: BoxEvent): string {
  if (event.kind === 'alarm') return `alarm ${event.check}`;
  return event.kind === 'in-doubt' ? `in-doubt ${event.requestId}` : event.kind;
}
