import type { Client } from 'pg';
import { readPfrNumber } from '../../../base/index.js';
import type { ToldRecord } from '../message/told.js';

/** Counters of accepted receipts, for finding missing ones. */
export class Runs {
  private readonly runs = new Map<string, Set<number>>();

  add({ receipt, events }: ToldRecord): void {
    if (receipt !== null) this.note(receipt.environment, receipt.pfr.invoiceNumber);
    else for (const { sale, number } of events) this.note(sale?.environment, number);
  }

  private note(environment: string | undefined, text: string | null): void {
    const number = text === null ? undefined : readPfrNumber(text);
    if (environment === undefined || number === undefined) return;
    const key = [environment, number.requestedBy, number.signedBy].join('\t');
    const counters = this.runs.get(key) ?? new Set();
    this.runs.set(key, counters.add(number.counter));
  }

  /** In a fixed order: boxes may share a requester, and two transactions must not deadlock. */
  async send(client: Client): Promise<void> {
    if (this.runs.size === 0) return;
    const runs = [...this.runs].sort(([one], [other]) => (one < other ? -1 : 1));
    const keys = runs.map(([key]) => key.split('\t'));
    const columns = [0, 1, 2].map((column) => keys.map((key) => key[column]));
    await client.query(
      `INSERT INTO kasirbox.run AS t (environment, requested_by, signed_by, numbers)
       SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::int8multirange[])
       ON CONFLICT (environment, requested_by, signed_by) DO UPDATE SET numbers = t.numbers + excluded.numbers`,
      [...columns, runs.map(([, counters]) => multirange(counters))],
    );
  }
}

/** In PostgreSQL's syntax; PostgreSQL joins adjacent ranges. */
function multirange(counters: ReadonlySet<number>): string {
  return `{${Array.from(counters, (counter) => `[${counter},${counter + 1})`).join(',')}}`;
}
