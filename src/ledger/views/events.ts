import type { BoxEvent } from '../boxEvent.js';
import { textOf, type View } from './sql.js';

/** What happened to the box itself recently. */
export const EVENTS_SCHEMA = `
CREATE TABLE event (value TEXT);
`;

/** Events that are remembered; the log keeps all of them. */
export const KEPT_EVENTS = 100;

/** The newest events; written to the table only for a snapshot. */
export class Events {
  private kept: BoxEvent[];

  constructor(private readonly view: View) {
    const saved = view.all('SELECT value FROM event ORDER BY rowid');
    this.kept = saved.map((row) => JSON.parse(textOf(row, 'value')) as BoxEvent);
  }

  /** Oldest first. */
  get all(): readonly BoxEvent[] {
    return this.kept;
  }

  put(event: BoxEvent): void {
    this.kept = [...this.kept, event];
    if (this.kept.length > KEPT_EVENTS) this.forgetOne();
  }

  /** Forgets the oldest event, but never the last of its subject, which shows whether safe mode or an alarm is on. */
  private forgetOne(): void {
    const last = new Map(this.kept.map((event) => [subjectOf(event), event]));
    const gone = this.kept.findIndex((event) => last.get(subjectOf(event)) !== event);
    this.kept = this.kept.filter((_, index) => index !== Math.max(0, gone));
  }

  /** Writes them to the table. */
  save(): void {
    this.view.batch(() => {
      this.view.run('DELETE FROM event');
      for (const event of this.kept) this.view.run('INSERT INTO event VALUES (?)', [JSON.stringify(event)]);
    });
  }
}

function subjectOf(event: BoxEvent): string {
  return event.kind === 'alarm' ? `alarm ${event.check}` : event.kind;
}
