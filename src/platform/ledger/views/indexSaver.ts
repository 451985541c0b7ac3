import type { Views } from './views.js';

/**
 * Saves the indexes of full segments while the log is being read, because a flush of flash takes as long as reading
 * hundreds of records. One index is saved at a time. If another segment is full meanwhile, reading waits, so that
 * memory stays bounded.
 */
export class IndexSaver {
  private current: Promise<void> | undefined;
  private failed = false;

  /** @param report called once when the disk fails; the indexes then stay in memory until idle work saves them. */
  constructor(
    private readonly views: Views,
    private readonly readOnly: boolean,
    private readonly report: (error: unknown) => void,
  ) {}

  /** Must be called after each record. If it returns a promise, the next record must wait for it. */
  afterRecord(): Promise<void> | undefined {
    if (this.readOnly || this.failed || this.views.unsavedIndexes === 0) return undefined;
    if (this.current === undefined) this.current = this.save();
    return this.views.unsavedIndexes > 1 ? this.current : undefined;
  }

  /** Waits for the running save. */
  async finish(): Promise<void> {
    await this.current;
  }

  private async save(): Promise<void> {
    try {
      await this.views.saveIndexes();
    } catch (error) {
      this.failed = true;
      this.report(error);
    } finally {
      this.current = undefined;
    }
  }
}
