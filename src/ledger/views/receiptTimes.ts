import { type Clock, type Environment, type PfrMode, PFR_TRAITS, type UtcMs } from '../../base/index.js';
import type { BoxEvent } from '../boxEvent.js';
import type { InvoiceRow } from '../invoice.js';
import type { Events } from './events.js';
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

  /** @param events What happened to the box: when its clock was set. */
  constructor(
    private readonly view: View,
    private readonly events: Pick<Events, 'all'>,
  ) {
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
   * The time by the clock of the processor while the box shows `now`: a receipt that is issued now counts on its day. It is known from the
   * newest receipt of a real processor, and is that of the box where its clock was corrected since. It is never later than a trusted clock
   * of the box by more than {@link CLOCKS_APART}, so that no report begins in the future.
   */
  processorTime(environment: Environment, { now, isTrusted }: Pick<Clock, 'now' | 'isTrusted'>): UtcMs {
    const [time, newest] = [now(), this.of(environment, 'newest')];
    if (newest === undefined || !PFR_TRAITS[newest.mode].isRemote || !areApart(newest)) return time;
    const ahead = newest.signedAt - newest.createdAt;
    if (ahead > 0 && isTrusted()) return time;
    const isKnown = isSoonAfter(newest.createdAt, time);
    // A clock that was corrected and lost the time again, as after a power cut, shows a time far from that of the processor.
    const isCorrect = wasCorrected(newest, this.events.all) && isSoonAfter(newest.signedAt, time);
    return isKnown && !isCorrect ? time + ahead : time;
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

/** True when the two clocks differ by more than a signature may take. */
export function areApart({ signedAt, createdAt }: TimedReceipt): boolean {
  return Math.abs(signedAt - createdAt) > CLOCKS_APART;
}

/** True when the clock of the box was set, since that receipt, by what it was wrong on it. */
export function wasCorrected({ signedAt, createdAt }: TimedReceipt, events: readonly BoxEvent[]): boolean {
  return events.some((event) => {
    if (event.kind !== 'clock' || event.from < createdAt - CLOCKS_APART) return false;
    return Math.abs(event.to - event.from - (signedAt - createdAt)) <= CLOCKS_APART;
  });
}

/** True when `time` may follow that of a receipt by the same clock, and what the receipt says of the clocks still holds. */
function isSoonAfter(receiptTime: UtcMs, time: UtcMs): boolean {
  return time > receiptTime - CLOCKS_APART && time < receiptTime + KNOWN_FOR;
}

function keyOf(environment: string, kind: string): string {
  return `${environment} ${kind}`;
}
