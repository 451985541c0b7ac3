/** Most ranges that are kept. Another till on the card leaves a gap with each of its receipts. */
const MAX_RANGES = 500;

/** A range of running numbers, both ends included. */
interface Range {
  from: number;
  to: number;
}

/**
 * Which running numbers of one sequence belong to receipts that the box holds. Beyond {@link MAX_RANGES} the lowest are
 * forgotten, and count as missing, which proves nothing wrong.
 */
export class HeldNumbers {
  /** In ascending order, with gaps between them. */
  private readonly ranges: Range[] = [];

  add(number: number): void {
    const next = this.ranges.findIndex(({ to }) => to >= number - 1);
    const range = this.ranges[next];
    if (range === undefined) this.ranges.push({ from: number, to: number });
    else if (number < range.from - 1) this.ranges.splice(next, 0, { from: number, to: number });
    else this.extend(range, next, number);
    if (this.ranges.length > MAX_RANGES) this.ranges.shift();
  }

  /** The number lies in the range, or directly beside it. */
  private extend(range: Range, index: number, number: number): void {
    range.from = Math.min(range.from, number);
    range.to = Math.max(range.to, number);
    const after = this.ranges[index + 1];
    if (after === undefined || after.from > range.to + 1) return;
    range.to = after.to;
    this.ranges.splice(index + 1, 1);
  }

  /** How many numbers above `after` and up to `upTo` are not held. */
  countMissing(after: number, upTo: number): number {
    const held = this.ranges.reduce((sum, { from, to }) => {
      return sum + Math.max(0, Math.min(to, upTo) - Math.max(from, after + 1) + 1);
    }, 0);
    return Math.max(0, upTo - after) - held;
  }

  /** The first of them, `most` at most, in ascending order. */
  missing(after: number, upTo: number, most: number): number[] {
    const found: number[] = [];
    for (let number = after + 1; number <= upTo && found.length < most; number += 1) {
      const range = this.ranges.find(({ from, to }) => from <= number && number <= to);
      if (range === undefined) found.push(number);
      else number = range.to;
    }
    return found;
  }

  /** The numbers on both sides of the last gap; undefined when there is none. */
  get lastGap(): { readonly before: number; readonly after: number } | undefined {
    const [below, above] = this.ranges.slice(-2);
    return above === undefined || below === undefined ? undefined : { before: below.to, after: above.from };
  }
}
