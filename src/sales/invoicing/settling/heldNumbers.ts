/** Maximum number of ranges. Another till on the card leaves a gap with each of its receipts. */
const MAX_RANGES = 500;

/** A range of running numbers, both ends included. */
interface Range {
  from: number;
  to: number;
}

/**
 * The running numbers of one sequence whose receipts the box has. Beyond {@link MAX_RANGES} the lowest are dropped and
 * count as missing, which can never prove something wrong.
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

  /** The number is inside the range or directly next to it. */
  private extend(range: Range, index: number, number: number): void {
    range.from = Math.min(range.from, number);
    range.to = Math.max(range.to, number);
    const after = this.ranges[index + 1];
    if (after === undefined || after.from > range.to + 1) return;
    range.to = after.to;
    this.ranges.splice(index + 1, 1);
  }

  /** How many numbers above `after` and up to `upTo` the box has no receipt for. */
  countMissing(after: number, upTo: number): number {
    const held = this.ranges.reduce((sum, { from, to }) => {
      return sum + Math.max(0, Math.min(to, upTo) - Math.max(from, after + 1) + 1);
    }, 0);
    return Math.max(0, upTo - after) - held;
  }

  /** The first missing numbers, at most `most`, in ascending order. */
  missing(after: number, upTo: number, most: number): number[] {
    const found: number[] = [];
    for (let number = after + 1; number <= upTo && found.length < most; number += 1) {
      const range = this.ranges.find(({ from, to }) => from <= number && number <= to);
      if (range === undefined) found.push(number);
      else number = range.to;
    }
    return found;
  }

  /** The numbers on both sides of the last gap; undefined without a gap. */
  get lastGap(): { readonly before: number; readonly after: number } | undefined {
    const [below, above] = this.ranges.slice(-2);
    return above === undefined || below === undefined ? undefined : { before: below.to, after: above.from };
  }
}
