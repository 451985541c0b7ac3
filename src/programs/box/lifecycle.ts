import { ok, type Result, type Message } from '../../base/index.js';

/** A component of a running box. All of its steps are optional. */
export interface Part {
  /** Starts its work. After an error the box does not start. */
  readonly start?: () => Promise<Result<void, Message>>;
  /**
   * Accepts no new work, and resolves when running work has ended. All parts are drained at the same time, so that
   * together they take no longer than the slowest.
   */
  readonly drain?: () => unknown;
  /** Stops it, after every part that was started later has stopped. */
  readonly stop?: () => unknown;
}

/** The start of a part that can fail only with an exception. */
export function starting(begin: () => unknown): NonNullable<Part['start']> {
  return async () => {
    await begin();
    return ok(undefined);
  };
}

/** Starts parts in order and stops them in reverse order; after a failed start it stops those that were started. */
export class Lifecycle {
  private readonly begun: Part[] = [];
  private ending: Promise<void> | undefined;

  constructor(private readonly parts: readonly Part[]) {}

  /**
   * Returns the first error; then nothing is running. Nothing is running either when a part throws, which is rethrown.
   */
  async start(): Promise<Result<void, Message>> {
    let isUp = false;
    try {
      for (const part of this.parts) {
        this.begun.push(part);
        const started = (await part.start?.()) ?? ok(undefined);
        if (!started.ok) return started;
      }
      isUp = true;
      return ok(undefined);
    } finally {
      if (!isUp) await this.stop();
    }
  }

  /** Further calls wait for the same end. */
  stop(): Promise<void> {
    this.ending ??= this.stopAll();
    return this.ending;
  }

  /** A part that fails to stop does not prevent others from stopping; the first exception is rethrown at the end. */
  private async stopAll(): Promise<void> {
    const exceptions: unknown[] = [];
    const attempt = async (step: (() => unknown) | undefined): Promise<void> => {
      try {
        await step?.();
      } catch (error) {
        exceptions.push(error);
      }
    };
    const last = this.begun.toReversed().map((part) => ({ part, drained: attempt(part.drain?.bind(part)) }));
    for (const { part, drained } of last) {
      await drained;
      await attempt(part.stop?.bind(part));
    }
    if (exceptions.length > 0) throw exceptions[0];
  }
}
