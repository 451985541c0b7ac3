/** What one key has used today. */
interface Use {
  used: number;
  /** What a restart would find. */
  noted: number;
}

/**
 * What each key has used of one thing today. It is noted ahead in steps, so that few notes are written and yet a restart never
 * gives anything back.
 */
export class DailyUse {
  private readonly uses = new Map<number, Use>();

  /** `step`: what is noted ahead. `noted`: what the last run has noted, by the ids of keys. */
  constructor(
    private readonly step: number,
    noted: Readonly<Record<string, number>>,
  ) {
    for (const [key, used] of Object.entries(noted)) this.uses.set(Number(key), { used, noted: used });
  }

  of(key: number): number {
    return this.uses.get(key)?.used ?? 0;
  }

  /** True when the note has to be written again. */
  add(key: number, amount: number): boolean {
    const use = this.uses.get(key) ?? { used: 0, noted: 0 };
    this.uses.set(key, use);
    use.used += amount;
    if (use.used <= use.noted - this.step / 2) return false;
    use.noted = use.used + this.step;
    return true;
  }

  /** Notes exactly what was used; true when that is not what was noted. */
  settle(): boolean {
    const isExact = [...this.uses.values()].every(({ used, noted }) => used === noted);
    for (const use of this.uses.values()) use.noted = use.used;
    return !isExact;
  }

  /** A new day. */
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
