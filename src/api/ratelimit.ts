/** A limit of calls per fixed window: the first call opens the window, and the count starts anew when it ends. */
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

  /** Counts a call of `id`; false when it is one too many. */
  take(id: number): boolean {
    const now = this.now();
    let window = this.windows.get(id);
    if (window === undefined || now - window.opened >= this.windowMs) {
      window = { opened: now, count: 0 };
      this.windows.set(id, window);
    }
    window.count += 1;
    return window.count <= this.limit;
  }
}
