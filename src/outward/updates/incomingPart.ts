import { dirname, join } from 'node:path';
import { type Disk, type DiskFile, failed, type Message, ok, type Result } from '../../base/index.js';
import { REFUSALS } from './accept.js';
import { UPDATES_FOLDER } from './updateState.js';

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

/** The whole bundle; no other file of the folder is ever used as one. */
const INCOMING = 'incoming.raucb';
/** The last update that ran and was confirmed, for the rescue. */
export const LAST_GOOD = 'last-good.raucb';
const PART = 'incoming.part';

/**
 * The folder of bundles. A bundle exists under its name only when it is complete: until its last byte is on the card it
 * is a part.
 */
export class BundleFolder {
  private readonly folder: string;

  constructor(
    private readonly disk: Disk,
    data: string,
    private readonly bounds = BOUNDS,
  ) {
    this.folder = join(data, UPDATES_FOLDER);
  }

  get incoming(): string {
    return join(this.folder, INCOMING);
  }

  async hasIncoming(): Promise<boolean> {
    return (await this.disk.list(this.folder)).includes(INCOMING);
  }

  /** Removes the remains of a bundle whose transfer a power cut interrupted. Resolves with whether there were any. */
  async sweep(): Promise<boolean> {
    const isCutOff = (await this.disk.list(this.folder)).includes(PART);
    await this.disk.remove(join(this.folder, PART));
    return isCutOff;
  }

  async removeIncoming(): Promise<void> {
    await this.disk.remove(this.incoming);
    await this.disk.syncDir(this.folder);
  }

  /** Renames the bundle whose system was confirmed, for the rescue. */
  async keepAsLastGood(): Promise<void> {
    if (!(await this.hasIncoming())) return;
    await this.disk.rename(this.incoming, join(this.folder, LAST_GOOD));
    await this.disk.syncDir(this.folder);
  }

  /** Begins a new bundle. `all` is the number of bytes, if known. Rejects with a DiskError. */
  async begin(all: number | null): Promise<Result<IncomingPart, Message>> {
    await this.disk.makeDir(this.folder);
    return IncomingPart.begin(this.disk, join(this.folder, PART), all, this.bounds);
  }

  /**
   * Receives a bundle, which is on the card when this resolves. A bundle that is too long or incomplete is removed.
   * Rejects with the error of the pieces, or with a DiskError.
   */
  async receive(
    pieces: AsyncIterable<Uint8Array>,
    all: number | null,
    onProgress: (done: number) => void,
  ): Promise<Result<void, Message>> {
    const begun = await this.begin(all);
    if (!begun.ok) return begun;
    const part = begun.value;
    try {
      for await (const piece of pieces) {
        const added = await part.add(piece);
        if (!added.ok) return added;
        if (added.value) onProgress(part.done);
      }
      onProgress(part.done);
      return await part.finish(this.incoming);
    } finally {
      await part.drop();
    }
  }
}
