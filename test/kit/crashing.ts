import { deepStrictEqual } from 'node:assert';
import type { SqlJsStatic } from 'sql.js';
import type { Disk } from '../../src/base/disk.js';
import type { IssuedInvoice } from '../../src/ledger/invoice.js';
import type { Ledger } from '../../src/ledger/ledger.js';
import { CHANGING, MemoryDisk } from './disk/memory.js';
import { fingerprint, type Moment, momentOf, promisedOnly, type State, statesAfterCut } from './disk/powerCut.js';
import type { History } from './history.js';
import { FOLDER, NOON, openLedger, ReceiptMaker, viewsOf } from './ledger.js';
import { noSql } from './noSql.js';
import type { Random } from './random.js';

/** A moment at which the power may go, and how much had been acknowledged until then. */
export interface CrashPoint {
  readonly moment: Moment;
  readonly acknowledged: number;
  readonly operation: string;
}

/** Notes every moment of a disk from now on: before each operation that changes something, and whenever asked. */
export function noteMoments(
  disk: MemoryDisk,
  history: History,
): { readonly points: CrashPoint[]; readonly note: () => void } {
  const points: CrashPoint[] = [];
  const note = (operation = 'end', path = ''): void => {
    points.push({
      moment: momentOf(disk),
      acknowledged: history.acknowledged.length,
      operation: `${operation} ${path}`,
    });
  };
  disk.before = (operation, path) => {
    if (CHANGING.includes(operation)) note(operation, path);
  };
  return { points, note };
}

export interface CheckOptions {
  readonly random: Random;
  /** States that are tried at each moment, at most. */
  readonly limit: number;
  /** Every so many states the views are compared and the recovery itself is cut. */
  readonly deepEach: number;
  /** States that are tried at each moment of a recovery that is cut. */
  readonly nestedLimit: number;
  /** Puts something between the ledger and the recovered disk. */
  readonly wrap?: ((disk: Disk) => Disk) | undefined;
}

/** Recovers from the states that power cuts may leave, and says what must not be. */
export class CrashCheck {
  /** Different states that were recovered from. */
  states = 0;
  private readonly seen = new Set<string>();
  private probe: IssuedInvoice | undefined;

  constructor(private readonly options: CheckOptions) {}

  /** The first violation. Latest moments first: of equal states the one with the most acknowledged asks for most. */
  async run(history: History, points: readonly CrashPoint[]): Promise<string | undefined> {
    for (const point of [...points].reverse()) {
      for (const state of statesAfterCut(point.moment, this.options.random, this.options.limit)) {
        const deep = this.states % this.options.deepEach === 0;
        if (!this.isNew(state)) continue;
        const violation = await this.check(history.upTo(point.acknowledged), state, deep).catch(exception);
        if (violation !== undefined) return `cut before ${point.operation}: ${violation}`;
      }
    }
    return undefined;
  }

  private isNew(state: State): boolean {
    const print = fingerprint(state);
    if (this.seen.has(print)) return false;
    this.seen.add(print);
    this.states += 1;
    return true;
  }

  /** Recovers, records one more receipt, and takes away all that was not promised. */
  private async check(history: History, state: State, deep: boolean): Promise<string | undefined> {
    const disk = new MemoryDisk(state);
    const moments = deep ? noteMoments(disk, history) : undefined;
    const acknowledged = history.acknowledged.length;
    const violation = await this.recover(history, disk);
    if (violation !== undefined || moments === undefined) return violation;
    return (
      (await this.differentViews(history.upTo(acknowledged), state)) ?? (await this.cutAgain(history, moments.points))
    );
  }

  private async recover(history: History, disk: MemoryDisk): Promise<string | undefined> {
    const ledger = await this.open(disk, noSql);
    if (ledger.damage.length > 0) return `a legal state was refused: ${JSON.stringify(ledger.damage)}`;
    if (ledger.failure !== undefined) return `nothing can be written: ${ledger.failure}`;
    const violation = history.violation(disk.contents());
    if (violation !== undefined) return violation;
    if (!(await history.issue(ledger, this.nextReceipt(ledger)))) return 'a receipt after recovery was refused';
    const later = history.violation(promisedOnly(disk).contents());
    return later === undefined ? undefined : `after recovery and another cut: ${later}`;
  }

  private nextReceipt(ledger: Ledger): IssuedInvoice {
    this.probe ??= new ReceiptMaker(this.options.random).next(ledger);
    return { ...this.probe, uuid: ledger.newUuid(NOON) };
  }

  /** The views after recovery must be those of a full rebuild, and find every acknowledged receipt. */
  private async differentViews(history: History, state: State): Promise<string | undefined> {
    const recovered = await this.open(new MemoryDisk(state));
    const views = await viewsOf(recovered);
    const bare = new MemoryDisk(state);
    if (bare.contents().size > 0) bare.forget(`${FOLDER}/views`);
    const rebuilt = await this.open(bare);
    try {
      deepStrictEqual(views, await viewsOf(rebuilt));
      for (const receipt of history.receipts()) deepStrictEqual(await recovered.invoice(receipt.uuid), receipt);
    } catch (error) {
      return `the views are not those of the log: ${String(error)}`;
    } finally {
      await recovered.close();
      await rebuilt.close();
    }
    return undefined;
  }

  private async cutAgain(history: History, points: readonly CrashPoint[]): Promise<string | undefined> {
    for (const { moment, acknowledged, operation } of points) {
      for (const state of statesAfterCut(moment, this.options.random, this.options.nestedLimit)) {
        const violation = this.isNew(state) ? await this.check(history.upTo(acknowledged), state, false) : undefined;
        if (violation !== undefined) return `recovery cut before ${operation}: ${violation}`;
      }
    }
    return undefined;
  }

  private open(disk: MemoryDisk, sql?: SqlJsStatic): Promise<Ledger> {
    return openLedger(this.options.wrap?.(disk) ?? disk, sql === undefined ? {} : { sql });
  }
}

/** Recovery must not throw, whatever a cut left. */
function exception(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
