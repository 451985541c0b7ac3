/** Notifies waiting readers that the log has grown, after the writers of its records got their result. */
export class Arrivals {
  private readonly waiting = new Set<() => void>();

  /** Resolves when the next records have arrived or `signal` is aborted. */
  next(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const go = (): void => {
        this.waiting.delete(go);
        signal.removeEventListener('abort', go);
        resolve();
      };
      if (signal.aborted) {
        resolve();
        return;
      }
      signal.addEventListener('abort', go);
      this.waiting.add(go);
    });
  }

  /** Called when records have become durable. */
  tell(): void {
    for (const go of [...this.waiting]) go();
  }
}
