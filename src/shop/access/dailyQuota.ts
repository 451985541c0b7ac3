import { join } from 'node:path';
import {
  type Disk,
  DiskError,
  type FlashAccount,
  isRecord,
  localDay,
  type Log,
  readWhole,
  TaskQueue,
  type UtcMs,
  writeAtomic,
} from '../../base/index.js';

/** Usage of one key today. */
interface Use {
  used: number;
  /** The value that a restart would find. */
  noted: number;
}

/**
 * Usage of one resource by each key today. It is noted ahead in steps: there are few writes, and a restart never
 * reduces the usage.
 */
export class DailyUse {
  private readonly uses = new Map<number, Use>();

  /** `step`: amount noted ahead. `noted`: usage noted by the last run, by key id. */
  constructor(
    private readonly step: number,
    noted: Readonly<Record<string, number>>,
  ) {
    for (const [key, used] of Object.entries(noted)) this.uses.set(Number(key), { used, noted: used });
  }

  of(key: number): number {
    return this.uses.get(key)?.used ?? 0;
  }

  /** True when the note must be written again. */
  add(key: number, amount: number): boolean {
    const use = this.uses.get(key) ?? { used: 0, noted: 0 };
    this.uses.set(key, use);
    use.used += amount;
    if (use.used <= use.noted - this.step / 2) return false;
    use.noted = use.used + this.step;
    return true;
  }

  /** Notes the exact usage; true when it differs from the last note. */
  noteExact(): boolean {
    const isExact = [...this.uses.values()].every(({ used, noted }) => used === noted);
    for (const use of this.uses.values()) use.noted = use.used;
    return !isExact;
  }

  /** Starts a new day. */
  clear(): void {
    this.uses.clear();
  }

  used(): [key: number, used: number][] {
    return Array.from(this.uses, ([key, { used }]) => [key, used]);
  }

  noted(): Readonly<Record<string, number>> {
    return Object.fromEntries(Array.from(this.uses, ([key, { noted }]) => [key, noted]));
  }
}

/** File in the data folder: the bytes that each key has written and the items it has added today, rounded up. */
const FILE = 'flash.json';

/** Written bytes of a key are noted ahead in steps of this, bytes. */
const STEP = 8_000_000;

/** Added items of a key are noted ahead in steps of this. */
const ITEM_STEP = 50;

/**
 * Maximum number of items that a key may add in a day. Items are never deleted, so a key must not fill the catalogue at
 * once.
 */
export const MAX_NEW_ITEMS = 2000;

/** The usage noted when the box stopped, by key id. */
interface NotedFlash {
  /** Belgrade day, 20261121. */
  readonly day: number;
  /** Bytes written. */
  readonly keys: Readonly<Record<string, number>>;
  /** Items added. */
  readonly items: Readonly<Record<string, number>>;
}

const NOTHING: NotedFlash = { day: 0, keys: {}, items: {} };

/** Reads the note of the last run. Without a readable note, nothing counts as written. */
export async function readNotedFlash(disk: Disk, folder: string): Promise<NotedFlash> {
  try {
    const noted: unknown = JSON.parse((await readWhole(disk, join(folder, FILE)))?.toString() ?? 'null');
    if (!isRecord(noted) || !isRecord(noted['keys']) || typeof noted['day'] !== 'number') return NOTHING;
    return { day: noted['day'], keys: numbersOf(noted['keys']), items: numbersOf(noted['items']) };
  } catch (error) {
    if (error instanceof DiskError || error instanceof SyntaxError) return NOTHING;
    throw error;
  }
}

function numbersOf(value: unknown): Record<string, number> {
  const entries = isRecord(value) ? Object.entries(value) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, number] => Number.isFinite(entry[1])));
}

/** A key that has written today, bytes. */
interface FlashUse {
  readonly key: number;
  readonly written: number;
  readonly limit: number;
}

interface DailyQuotaDeps {
  readonly disk: Disk;
  /** The data folder. */
  readonly folder: string;
  readonly now: () => UtcMs;
  readonly log: Log;
  /** Maximum bytes that a key may write in a day. */
  readonly limit: () => number;
  readonly noted: NotedFlash;
}

/**
 * Daily quota of flash writes per key, by Belgrade days. A small file is replaced at most every {@link STEP} bytes of a
 * key, so that counting adds a thousandth of what it counts. The items that a key adds are counted as well.
 */
export class DailyQuota {
  private day: number;
  private readonly bytes: DailyUse;
  private readonly items: DailyUse;
  private readonly accounts = new Map<number, FlashAccount>();
  private readonly notes = new TaskQueue();

  constructor(private readonly deps: DailyQuotaDeps) {
    const { noted } = deps;
    this.day = noted.day;
    this.bytes = new DailyUse(STEP, noted.keys);
    this.items = new DailyUse(ITEM_STEP, noted.items);
  }

  /** The account of a key. */
  account(key: number): FlashAccount {
    const account = this.accounts.get(key) ?? {
      charge: (bytes) => this.charge(key, bytes),
      isSpent: () => this.usedToday('bytes').of(key) >= this.deps.limit(),
    };
    this.accounts.set(key, account);
    return account;
  }

  /** Lets a key add one more item today; false when it has added {@link MAX_NEW_ITEMS}. */
  takeItem(key: number): boolean {
    const items = this.usedToday('items');
    if (items.of(key) >= MAX_NEW_ITEMS) return false;
    if (items.add(key, 1)) this.note();
    return true;
  }

  /** Call when the last counted item was not added. */
  returnItem(key: number): void {
    const items = this.usedToday('items');
    if (items.of(key) > 0) items.add(key, -1);
  }

  /** Keys that have written something today. */
  today(): FlashUse[] {
    const limit = this.deps.limit();
    return this.usedToday('bytes')
      .used()
      .map(([key, written]) => ({ key, written, limit }));
  }

  /** Notes the exact usage. */
  async close(): Promise<void> {
    if ([this.usedToday('bytes').noteExact(), this.usedToday('items').noteExact()].includes(true)) this.note();
    await this.notes.run(() => Promise.resolve());
  }

  private charge(key: number, bytes: number): void {
    if (this.usedToday('bytes').add(key, Math.ceil(bytes))) this.note();
  }

  private usedToday(what: 'bytes' | 'items'): DailyUse {
    const today = localDay(this.deps.now());
    if (today !== this.day) {
      this.day = today;
      this.bytes.clear();
      this.items.clear();
    }
    return this[what];
  }

  /** Not awaited: a note that fails loses less than one step. */
  private note(): void {
    const { disk, folder, log } = this.deps;
    const noted: NotedFlash = { day: this.day, keys: this.bytes.noted(), items: this.items.noted() };
    const bytes = Buffer.from(JSON.stringify(noted));
    void this.notes.run(async () => {
      try {
        await writeAtomic(disk, join(folder, FILE), bytes);
      } catch (error) {
        if (!(error instanceof DiskError)) throw error;
        log('flash.unnoted', { operation: error.operation, code: error.code });
      }
    });
  }
}
