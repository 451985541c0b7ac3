import { type Environment, type PfrMode, PFR_TRAITS, type UtcMs } from '../../base/index.js';
import type { InvoiceRow } from '../invoice.js';
import { numberOf, textOf, type View } from './sql.js';

/** A receipt by its two clocks. */
export interface TimedReceipt {
  /** PFR number. */
  readonly number: string;
  readonly mode: PfrMode;
  /** By the clock of the processor. */
  readonly signedAt: UtcMs;
  /** By the clock of the box, when it was asked for. */
  readonly createdAt: UtcMs;
}

/**
 * A processor may take up to ten minutes to sign (the most that `signingLimit` allows): two times of a receipt that are further apart than
 * this are of clocks that differ, ms.
 */
export const CLOCKS_APART = 15 * 60_000;

export const RECEIPT_TIMES_SCHEMA = `
CREATE TABLE receipt_time (
  environment TEXT, which TEXT, number TEXT, mode TEXT, signed INTEGER, created INTEGER, PRIMARY KEY (environment, which)
) WITHOUT ROWID;
`;

/** `newest` by order of issue; `signed` and `created`: the one with the latest time of each clock. */
type Kind = 'newest' | 'signed' | 'created';

const DAY = 24 * 60 * 60_000;
/** For so long the clocks of box and processor are taken to differ as on the newest receipt, ms. */
const KNOWN_FOR = 60 * DAY;

/** What the times of receipts say about the clocks of box and processor. All is in memory; the table is written for a snapshot only. */
export class ReceiptTimes {
  private readonly found = new Map<string, TimedReceipt>();

  constructor(private readonly view: View) {
    for (const row of view.all('SELECT * FROM receipt_time')) {
      this.found.set(keyOf(textOf(row, 'environment'), textOf(row, 'which')), {
        number: textOf(row, 'number'),
        mode: textOf(row, 'mode') as PfrMode,
        signedAt: numberOf(row, 'signed'),
        createdAt: numberOf(row, 'created'),
      });
    }
  }

  /** Adds the next receipt; one without a PFR time, whose record is damaged, says nothing. */
  add({ environment, invoiceNumber: number, mode, signedAt, createdAt }: InvoiceRow): void {
    if (signedAt === null) return;
    const receipt = { number, mode, signedAt, createdAt };
    this.found.set(keyOf(environment, 'newest'), receipt);
    if (signedAt > (this.of(environment, 'signed')?.signedAt ?? -Infinity))
      this.found.set(keyOf(environment, 'signed'), receipt);
    if (createdAt > (this.of(environment, 'created')?.createdAt ?? -Infinity))
      this.found.set(keyOf(environment, 'created'), receipt);
  }

  /** Undefined before the first receipt. */
  of(environment: Environment, kind: Kind): TimedReceipt | undefined {
    return this.found.get(keyOf(environment, kind));
  }

  /**
   * The time by the clock of the processor while that of the box shows `now`: a receipt that is issued now counts on its day. It is known
   * from the newest receipt of a real processor; where the clock of the box was set since, that of the box is right.
   */
  processorTime(environment: Environment, now: UtcMs): UtcMs {
    const newest = this.of(environment, 'newest');
    if (newest === undefined || !PFR_TRAITS[newest.mode].isRemote) return now;
    const [ahead, passed] = [newest.signedAt - newest.createdAt, now - newest.createdAt];
    const isKnown = passed > -CLOCKS_APART && passed < KNOWN_FOR;
    return isKnown && Math.abs(ahead) > CLOCKS_APART ? now + ahead : now;
  }

  /** Writes all to the table. */
  save(): void {
    this.view.batch(() => {
      this.view.run('DELETE FROM receipt_time');
      for (const [key, { number, mode, signedAt, createdAt }] of this.found) {
        const [environment = '', which = ''] = key.split(' ');
        const values = [environment, which, number, mode, signedAt, createdAt];
        this.view.run('INSERT INTO receipt_time VALUES (?, ?, ?, ?, ?, ?)', values);
      }
    });
  }
}

function keyOf(environment: string, kind: string): string {
  return `${environment} ${kind}`;
}
