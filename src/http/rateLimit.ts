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
    return this.takeAndCount(id) <= this.limit;
  }

  /** Counts a call of `id`, and tells how far above the limit it is; 0 or less: it is not. */
  excess(id: number): number {
    return this.takeAndCount(id) - this.limit;
  }

  private takeAndCount(id: number): number {
    const now = this.now();
    let window = this.windows.get(id);
    if (window === undefined || now - window.opened >= this.windowMs) {
      window = { opened: now, count: 0 };
      this.windows.set(id, window);
    }
    window.count += 1;
    return window.count;
  }
}
