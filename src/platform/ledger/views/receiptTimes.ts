import type { Clock, UtcMs } from '../../../base/index.js';
import { type Environment, type PfrMode, PFR_TRAITS } from '../../../contract/index.js';
import type { BoxEvent } from '../boxEvent.js';
import type { InvoiceRow } from '../invoice.js';
import type { Events } from './events.js';
import { numberOf, textOf, type View } from './sql.js';

/** The times of a receipt by two clocks. */
export interface TimedReceipt {
  /** PFR number. */
  readonly number: string;
  readonly mode: PfrMode;
  /** Clock of the processor. */
  readonly signedAt: UtcMs;
  /** Clock of the box, at the time of the request. */
  readonly createdAt: UtcMs;
}

/**
 * A processor may take up to ten minutes to sign (the maximum of `signingLimit`). If the two times of a receipt are
 * further apart than this, the clocks differ, ms.
 */
export const CLOCKS_APART = 15 * 60_000;

export const RECEIPT_TIMES_SCHEMA = `
CREATE TABLE receipt_time (
  environment TEXT, which TEXT, number TEXT, mode TEXT, signed INTEGER, created INTEGER, PRIMARY KEY (environment, which)
) WITHOUT ROWID;
`;

/** `newest` by order of issue; `signed` and `created`: the receipt with the latest time of each clock. */
type Kind = 'newest' | 'signed' | 'created';

const DAY = 24 * 60 * 60_000;
/** How long the clocks of box and processor are assumed to differ as on the newest receipt, ms. */
const KNOWN_FOR = 60 * DAY;

/**
 * Compares the clocks of box and processor by the times of receipts. All is in memory; the table is written for a
 * snapshot only.
 */
export class ReceiptTimes {
  private readonly found = new Map<string, TimedReceipt>();

  /** @param events Events of the box, for the times when its clock was set. */
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

  /** Adds the next receipt. One without a PFR time, whose record is damaged, is ignored. */
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
   * The time by the clock of the processor when the box shows `now`; it determines the day of a receipt issued now. It
   * is derived from the newest receipt of a real processor. If the clock of the box was corrected since, the clock of
   * the box is used. It is never later than a trusted clock of the box by more than {@link CLOCKS_APART}, so that no
   * report begins in the future.
   */
  processorTime(environment: Environment, { now, isTrusted }: Pick<Clock, 'now' | 'isTrusted'>): UtcMs {
    const [time, newest] = [now(), this.of(environment, 'newest')];
    if (newest === undefined || !PFR_TRAITS[newest.mode].isRemote || !haveClocksDiverged(newest)) return time;
    const ahead = newest.signedAt - newest.createdAt;
    if (ahead > 0 && isTrusted()) return time;
    const isKnown = isSoonAfter(newest.createdAt, time);
    // A clock that was corrected and lost the time again, as after a power cut, is far from that of the processor.
    const isCorrect = wasCorrected(newest, this.events.all) && isSoonAfter(newest.signedAt, time);
    return isKnown && !isCorrect ? time + ahead : time;
  }

  /** Writes all times to the table. */
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
export function haveClocksDiverged({ signedAt, createdAt }: TimedReceipt): boolean {
  return Math.abs(signedAt - createdAt) > CLOCKS_APART;
}

/** True when the clock of the box was corrected since that receipt by the difference it showed. */
export function wasCorrected({ signedAt, createdAt }: TimedReceipt, events: readonly BoxEvent[]): boolean {
  return events.some((event) => {
    if (event.kind !== 'clock' || event.from < createdAt - CLOCKS_APART) return false;
    return Math.abs(event.to - event.from - (signedAt - createdAt)) <= CLOCKS_APART;
  });
}

/**
 * True when `time` may be later than the receipt by the same clock, and the receipt is recent enough to compare clocks.
 */
function isSoonAfter(receiptTime: UtcMs, time: UtcMs): boolean {
  return time > receiptTime - CLOCKS_APART && time < receiptTime + KNOWN_FOR;
}

function keyOf(environment: string, kind: string): string {
  return `${environment} ${kind}`;
}
