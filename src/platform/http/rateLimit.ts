/** The window of a caller after a call was counted. */
interface WindowState {
  /** Remaining calls. */
  readonly remaining: number;
  /** Calls above the limit; 0 when this call is within it. */
  readonly excess: number;
  /** Time to the end of the window, ms. */
  readonly resetMs: number;
}

/** Limits calls per fixed window: the first call opens a window, and a call after its end opens the next. */
export class RateLimit {
  private readonly windows = new Map<number, { readonly opened: number; count: number }>();

  /**
   * @param limit calls per window
   * @param windowMs length of the window, ms
   * @param now a clock that never jumps, ms
   */
  constructor(
    private readonly limit: number,
    private readonly windowMs: number,
    private readonly now: () => number,
  ) {}

  /** Counts a call of `id`; false when it is above the limit. */
  take(id: number): boolean {
    return this.count(id).excess <= 0;
  }

  /** Counts a call of `id`, and returns the state of its window. */
  count(id: number): WindowState {
    const now = this.now();
    let window = this.windows.get(id);
    if (window === undefined || now - window.opened >= this.windowMs) {
      window = { opened: now, count: 0 };
      this.windows.set(id, window);
    }
    window.count += 1;
    const { opened, count } = window;
    return {
      remaining: Math.max(0, this.limit - count),
      excess: Math.max(0, count - this.limit),
      // Not computed as end of the window minus now, which may be a millionth of a millisecond longer than the window.
      resetMs: this.windowMs - (now - opened),
    };
  }
}
