import { ok, type Result } from '../base/index.js';

/** Something that a running box consists of. All of its steps may be left out. */
export interface Part {
  /** Begins its work; an error is an English sentence for the operator, and the box does not start. */
  readonly start?: () => Promise<Result<void, string>>;
  /**
   * Takes no new work; resolves when what is under way has ended. All parts are asked at once, so that together they take
   * no longer than the slowest.
   */
  readonly drain?: () => unknown;
  /** Ends it, once every part that was started later has ended. */
  readonly stop?: () => unknown;
}

/** The start of a part that cannot fail but by an exception. */
export function starting(begin: () => unknown): NonNullable<Part['start']> {
  return async () => {
    await begin();
    return ok(undefined);
  };
}

/** Starts parts in their order and stops them in the reverse one, after a start that failed those that were begun. */
export class Lifecycle {
  private readonly begun: Part[] = [];
  private ending: Promise<void> | undefined;

  constructor(private readonly parts: readonly Part[]) {}

  /** Gives the first error; nothing runs any more then. Nothing runs either when a part throws, which this passes on. */
  async start(): Promise<Result<void, string>> {
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

  /** Whoever asks again waits for the same end. */
  stop(): Promise<void> {
    this.ending ??= this.stopAll();
    return this.ending;
  }

  /** A part that cannot end keeps no other from ending; the first exception is passed on when all have. */
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
