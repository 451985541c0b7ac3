import { dirname } from 'node:path';
import { type Disk, type DiskFile, failed, ok, type Result } from '../base/index.js';
import { REFUSALS } from './refusals.js';

/** Largest bundle, bytes. */
export const MAX_BUNDLE = 300 * 1024 * 1024;
/** What must stay free beside it for the receipts of some days, bytes. */
const SPARE_ROOM = 64 * 1024 * 1024;

/** How large a bundle may be, and how many bytes of it may wait in memory for the card, so that a receipt does not wait for all of them. */
export interface PartBounds {
  readonly most: number;
  readonly syncEvery: number;
}

export const BOUNDS: PartBounds = { most: MAX_BUNDLE, syncEvery: 4 * 1024 * 1024 };

/** A bundle that is coming, in a file of its own: it gets the name of a bundle when its last byte is on the card. */
export class IncomingPart {
  /** Bytes that have come, and how many of them are on the card. */
  done = 0;
  private synced = 0;

  private constructor(
    private readonly disk: Disk,
    private readonly path: string,
    private readonly file: DiskFile,
    private readonly all: number | null,
    private readonly bounds: PartBounds,
  ) {}

  /** `all`: how many bytes come, where that is known. Its folder is there. Rejects with a DiskError, as all of it does. */
  static async begin(
    disk: Disk,
    path: string,
    all: number | null,
    bounds: PartBounds,
  ): Promise<Result<IncomingPart, string>> {
    await disk.remove(path);
    if (all !== null && all > bounds.most) return failed(REFUSALS.tooLarge);
    if ((await disk.freeBytes(dirname(path))) - (all ?? 0) < SPARE_ROOM) return failed(REFUSALS.noRoom);
    return ok(new IncomingPart(disk, path, await disk.create(path), all, bounds));
  }

  /** Answers whether so much was written that it was brought to the card. */
  async add(piece: Uint8Array): Promise<Result<boolean, string>> {
    const { file, done, bounds, disk, path } = this;
    if (done + piece.length > (this.all ?? bounds.most)) return failed(REFUSALS.tooLarge);
    file.write(done, piece);
    this.done += piece.length;
    if (this.done - this.synced < bounds.syncEvery) return ok(false);
    await file.datasync();
    this.synced = this.done;
    // Where its length was not told, the card may fill up meanwhile.
    return (await disk.freeBytes(dirname(path))) < SPARE_ROOM ? failed(REFUSALS.noRoom) : ok(true);
  }

  /** Gives it this name, durably. It is closed in any case. */
  async finish(name: string): Promise<Result<void, string>> {
    try {
      if (this.all !== null && this.done !== this.all) return failed(REFUSALS.cutOff);
      await this.file.datasync();
      await this.disk.rename(this.path, name);
      await this.disk.syncDir(dirname(name));
      return ok(undefined);
    } finally {
      await this.drop();
    }
  }

  /** Nothing of it is left, unless it was finished before. */
  async drop(): Promise<void> {
    await this.file.close().catch(() => undefined);
    await this.disk.remove(this.path).catch(() => undefined);
  }
}
