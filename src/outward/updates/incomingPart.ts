import { dirname } from 'node:path';
import { type Disk, type DiskFile, failed, ok, type Result, type Message } from '../../base/index.js';
import { REFUSALS } from './accept.js';

/** Largest bundle, bytes. */
export const MAX_BUNDLE = 300 * 1024 * 1024;
/** Free space that must remain for the receipts of some days, bytes. */
const SPARE_ROOM = 64 * 1024 * 1024;

/**
 * Largest bundle, and most of its bytes that may be unflushed, so that a receipt does not wait for the flush of the
 * whole bundle.
 */
interface PartBounds {
  readonly most: number;
  readonly syncEvery: number;
}

export const BOUNDS: PartBounds = { most: MAX_BUNDLE, syncEvery: 4 * 1024 * 1024 };

/**
 * A bundle that is being received, in a separate file. It gets the name of a bundle when its last byte is on the card.
 */
export class IncomingPart {
  /** Bytes that were received, and those of them that are on the card. */
  done = 0;
  private synced = 0;

  private constructor(
    private readonly disk: Disk,
    private readonly path: string,
    private readonly file: DiskFile,
    private readonly all: number | null,
    private readonly bounds: PartBounds,
  ) {}

  /** `all` is the number of bytes, if known. The folder must exist. Rejects with a DiskError, as all methods do. */
  static async begin(
    disk: Disk,
    path: string,
    all: number | null,
    bounds: PartBounds,
  ): Promise<Result<IncomingPart, Message>> {
    await disk.remove(path);
    if (all !== null && all > bounds.most) return failed(REFUSALS.tooLarge);
    if ((await disk.freeBytes(dirname(path))) - (all ?? 0) < SPARE_ROOM) return failed(REFUSALS.noRoom);
    return ok(new IncomingPart(disk, path, await disk.create(path), all, bounds));
  }

  /** Appends a piece. Returns true when enough was written to be flushed to the card. */
  async add(piece: Uint8Array): Promise<Result<boolean, Message>> {
    const { file, done, bounds, disk, path } = this;
    if (done + piece.length > (this.all ?? bounds.most)) return failed(REFUSALS.tooLarge);
    file.write(done, piece);
    this.done += piece.length;
    if (this.done - this.synced < bounds.syncEvery) return ok(false);
    await file.datasync();
    this.synced = this.done;
    // If the length is unknown, the card may fill up meanwhile.
    return (await disk.freeBytes(dirname(path))) < SPARE_ROOM ? failed(REFUSALS.noRoom) : ok(true);
  }

  /** Gives it this name, durably. It is closed in any case. */
  async finish(name: string): Promise<Result<void, Message>> {
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

  /** Removes the file, unless it was finished before. */
  async drop(): Promise<void> {
    await this.file.close().catch(() => undefined);
    await this.disk.remove(this.path).catch(() => undefined);
  }
}
