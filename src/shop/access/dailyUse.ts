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
  settle(): boolean {
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
