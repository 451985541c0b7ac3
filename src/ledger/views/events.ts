import type { BoxEvent } from '../event.js';
import { textOf, type View } from './sql.js';

/** What happened to the box itself of late. */
export const EVENTS_SCHEMA = `
CREATE TABLE event (value TEXT);
`;

/** Events that are remembered; the log keeps all of them. */
export const KEPT_EVENTS = 100;

/** The newest events; in the table only while it is saved. */
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

  /** The oldest that says nothing of how things stand: whether safe mode or an alarm is on is told by the last of its kind. */
  private forgetOne(): void {
    const last = new Map(this.kept.map((event) => [subjectOf(event), event]));
    const gone = this.kept.findIndex((event) => last.get(subjectOf(event)) !== event);
    this.kept = this.kept.filter((_, index) => index !== Math.max(0, gone));
  }

  /** Brings them into the table. */
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
