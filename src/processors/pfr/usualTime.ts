/** How many of the last answers are used. */
const REMEMBERED = 15;
/** An answer is overdue after this many times the usual time, but never before `LEAST`, ms. */
const FACTOR = 3;
const LEAST = 2000;

/** How long a processor usually takes to answer a request to sign, measured from its last answers. */
export class UsualTime {
  private readonly times: number[] = [];

  /** `ms` is the time from a request to its answer. */
  add(ms: number): void {
    this.times.push(ms);
    if (this.times.length > REMEMBERED) this.times.shift();
  }

  /** Time after which an answer is overdue, ms: three times the median, at least two seconds. */
  get overdueAfter(): number {
    const sorted = [...this.times].sort((one, other) => one - other);
    return Math.max(LEAST, FACTOR * (sorted[Math.floor(sorted.length / 2)] ?? 0));
  }
}
