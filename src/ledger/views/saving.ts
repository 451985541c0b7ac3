import type { Views } from './views.js';

/**
 * Saves the indexes of full segments while the log is read on: a flush of flash takes as long as hundreds of records.
 * One is saved at a time, and the reading waits when another segment is full meanwhile, so that memory stays bounded.
 */
export class Saving {
  private current: Promise<void> | undefined;
  private failed = false;

  /** @param report is told once when the disk fails; then the indexes stay in memory until a quiet moment. */
  constructor(
    private readonly views: Views,
    private readonly readOnly: boolean,
    private readonly report: (error: unknown) => void,
  ) {}

  /** To be called after each record; the next one must wait for the promise, if there is one. */
  carryOn(): Promise<void> | undefined {
    if (this.readOnly || this.failed || this.views.unsealed === 0) return undefined;
    if (this.current === undefined) this.current = this.save();
    return this.views.unsealed > 1 ? this.current : undefined;
  }

  /** Waits for what has been begun. */
  async end(): Promise<void> {
    await this.current;
  }

  private async save(): Promise<void> {
    try {
      await this.views.seal();
    } catch (error) {
      this.failed = true;
      this.report(error);
    } finally {
      this.current = undefined;
    }
  }
}
